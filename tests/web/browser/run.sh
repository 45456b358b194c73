#!/usr/bin/env bash
# Tests the page in a real browser, static and served: bash tests/web/browser/run.sh [FLOW...]
#
# Needs Chromium (Debian has one without windows) and node, with playwright-core and axe-core from
# npm in fixed versions. Installs what is missing. Exit code 77 if that is impossible.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh
here=tests/web/browser
out=$(mkdir -p "${CARGO_TARGET_DIR:-target}/browser" && cd "${CARGO_TARGET_DIR:-target}/browser" && pwd)

node_and_npm || exit "$cannot_be_had"
browser() { command -v chromium-headless-shell || command -v chromium; }
browser >/dev/null || debian chromium-headless-shell || debian chromium || exit "$cannot_be_had"
! command -v rustup >/dev/null 2>&1 || rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
[ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ] || {
    echo "Rust cannot build for the web here: its target wasm32-unknown-unknown is not installed"
    exit "$cannot_be_had"
}
cp "$here"/*.mjs "$here/package.json" "$out/"
if ! cmp -s "$here/package.json" "$out/installed.json"; then
    echo "installing playwright-core and axe-core"
    npm install --prefix "$out" --no-audit --no-fund --silent >/dev/null 2>&1 || exit "$cannot_be_had"
    cp "$here/package.json" "$out/installed.json"
fi
QEDOKU_WEB_PROFILE=${QEDOKU_WEB_PROFILE:-page} bash src/web/build.sh "$out/page"
program=${QEDOKU:-}
if [ -z "$program" ]; then
    cargo build --quiet
    program=${CARGO_TARGET_DIR:-target}/debug/qedoku
fi
CHROMIUM=$(browser) node "$out/run.mjs" "$out/page" "$program" "$@"
