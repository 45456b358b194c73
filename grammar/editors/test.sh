#!/usr/bin/env bash
# Colours every rule file of the library as VS Code does. Uses a fixed version of
# vscode-tmgrammar-test, which the first run installs. Exit code 77 if it or Node cannot be
# installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

wanted=grammar/editors/vscode/package.json
target="${CARGO_TARGET_DIR:-target}/editors"
node_and_npm || exit "$cannot_be_had"
if ! cmp -s "$wanted" "$target/package.json"; then
    mkdir -p "$target"
    version=$(sed -n 's/.*"vscode-tmgrammar-test": "\(.*\)".*/\1/p' "$wanted")
    echo "installing vscode-tmgrammar-test $version into $target"
    npm install --silent --no-save --prefix "$target" "vscode-tmgrammar-test@$version" || exit "$cannot_be_had"
    cp "$wanted" "$target/package.json"
fi
grammar=grammar/editors/vscode/syntaxes/qedoku-rule.tmLanguage.json
node "$target/node_modules/.bin/vscode-tmgrammar-test" --grammar "$grammar" 'grammar/editors/vscode/test/*.test.rule'
NODE_PATH="$target/node_modules" node grammar/editors/vscode/test/no-errors.js
