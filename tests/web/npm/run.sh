#!/usr/bin/env bash
# Tests the npm package: builds it, installs it in an empty folder, and solves, proves and checks a
# puzzle in node. Exit code 77 without node.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh

node_and_npm || exit "$cannot_be_had"
folder="$(mkdir -p "${CARGO_TARGET_DIR:-target}/npm" && cd "${CARGO_TARGET_DIR:-target}/npm" && pwd)"
rm -f "$folder"/*.tgz
QEDOKU_WEB_PROFILE=page bash src/web/npm/build.sh "$folder"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
[ -f "$folder/qedoku-$version.tgz" ] || { echo "the package is not of version $version" && exit 1; }

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
cp tests/web/npm/try.mjs "$empty/"
cd "$empty"
echo '{ "private": true }' >package.json
npm install --silent --offline --no-audit --no-fund "$folder"/*.tgz
node try.mjs
