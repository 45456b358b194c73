#!/usr/bin/env bash
# The page in a real browser: what people do with it, static and served. bash tests/web/browser/run.sh [FLOW...]
#
# Needs Debian's chromium and node, with playwright-core (the last that runs on the node 18 of Debian 12) and axe-core from npm in
# fixed versions; what is missing is
# installed where that can be done. Ends with 77 where they cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=tests/web/browser
out=$(mkdir -p "${CARGO_TARGET_DIR:-target}/browser" && cd "${CARGO_TARGET_DIR:-target}/browser" && pwd)

have() { command -v "$1" >/dev/null 2>&1; }
if ! { have chromium && have node && have npm; }; then
    [ "$(id -u)" = 0 ] && have apt-get || exit 77
    echo "installing chromium, nodejs and npm"
    { apt-get update -qq && apt-get install -y -qq chromium nodejs npm; } >/dev/null 2>&1 || exit 77
fi
cp "$here"/*.mjs "$here/package.json" "$out/"
if ! cmp -s "$here/package.json" "$out/installed.json"; then
    echo "installing playwright-core and axe-core"
    npm install --prefix "$out" --no-audit --no-fund --silent >/dev/null 2>&1 || exit 77
    cp "$here/package.json" "$out/installed.json"
fi
QEDOKU_WEB_PROFILE=${QEDOKU_WEB_PROFILE:-dev} bash src/web/build.sh "$out/page"
program=${QEDOKU:-}
if [ -z "$program" ]; then
    cargo build --quiet
    program=${CARGO_TARGET_DIR:-target}/debug/qedoku
fi
CHROMIUM=$(command -v chromium) node "$out/run.mjs" "$out/page" "$program" "$@"
