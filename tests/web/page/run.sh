#!/usr/bin/env bash
# Tests the page without a browser: bash tests/web/page/run.sh
#
# Checks its types, runs the tests of its model in node, and builds it again: the built files in
# `src/web/dist` must have the same bytes. Exit code 77 without node and npm.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh

node_and_npm || exit "$cannot_be_had"
cd src/web/page
npm ci --no-audit --no-fund --silent >/dev/null 2>&1 || exit "$cannot_be_had"
node node_modules/typescript/bin/tsc --noEmit
node build.mjs test
node build.mjs compare
