#!/usr/bin/env bash
# Takes screenshots of the page at three widths, in light and dark: bash tests/web/browser/shots.sh
# FOLDER. It uses `qedoku serve` and the browser that run.sh installed.
set -euo pipefail
folder=$(mkdir -p "${1:?a folder}" && cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
out="${CARGO_TARGET_DIR:-target}/browser"
. tests/setup.sh
. tests/tools.sh
node_and_npm
cp tests/web/browser/*.mjs "$out/"
program=${QEDOKU:-${CARGO_TARGET_DIR:-target}/debug/qedoku}
coproc SERVER { exec "$program" serve --port 0; }
trap 'kill "$SERVER_PID"' EXIT
read -r line <&"${SERVER[0]}"
url=$(grep -o 'http://[^ ]*' <<<"$line")
CHROMIUM=$(command -v chromium-headless-shell || command -v chromium) node "$out/shots.mjs" "$url" "$folder"
