#!/usr/bin/env bash
# Tests the npm package: builds it, installs it in an empty folder, and solves, proves and checks a
# puzzle in node and, if a browser is installed, in Chromium. `bash tests/web/npm/run.sh ARCHIVE`
# tests an existing package. Exit code 77 without node.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh

node_and_npm || exit "$cannot_be_had"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
archive=${1:-}
if [ -z "$archive" ]; then
    folder="$(mkdir -p "${CARGO_TARGET_DIR:-target}/npm" && cd "${CARGO_TARGET_DIR:-target}/npm" && pwd)"
    rm -f "$folder"/*.tgz
    QEDOKU_WEB_PROFILE=page bash src/web/npm/build.sh "$folder"
    archive="$folder/qedoku-$version.tgz"
fi
[[ $archive == */qedoku-$version.tgz && -f $archive ]] ||
    { echo "$archive: this is no package of version $version" && exit 1; }

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
cp tests/web/npm/{try.mjs,browser.mjs,page.html} "$empty/"
cd "$empty"
echo '{ "private": true }' >package.json
npm install --silent --offline --no-audit --no-fund "$archive"
node try.mjs
if browser=$(command -v chromium-headless-shell || command -v chromium); then
    node browser.mjs "$browser"
else
    echo "skipped: there is no Chromium to try the package in"
fi
