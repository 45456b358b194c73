#!/usr/bin/env bash
# Builds the static page into a folder for any web host: bash src/web/build.sh [FOLDER]
#
# QEDOKU_WEB_PROFILE=page builds faster; the module is larger and slower.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-${CARGO_TARGET_DIR:-target}/page}
profile=${QEDOKU_WEB_PROFILE:-web}
target=wasm32-unknown-unknown
if command -v rustup >/dev/null 2>&1; then
    rustup target add "$target" >/dev/null 2>&1 || true
fi
cargo build --quiet --profile "$profile" --target "$target" -p qedoku-web-engine -p qedoku-web-checker
built="${CARGO_TARGET_DIR:-target}/$target/${profile/#dev/debug}"
mkdir -p "$folder"
cp src/web/dist/* "$folder/"
cp "$built/qedoku_web_engine.wasm" "$folder/engine.wasm"
cp "$built/qedoku_web_checker.wasm" "$folder/checker.wasm"
size() { gzip -9 -c "$1" | wc -c; }
echo "The page is in $folder: engine $(($(size "$folder/engine.wasm") / 1000)) kB, checker $(($(size "$folder/checker.wasm") / 1000)) kB, both gzipped."
echo "To look at it here: python3 -m http.server --directory $folder"
