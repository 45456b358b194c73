#!/usr/bin/env bash
# Builds the npm package: bash src/web/npm/build.sh [FOLDER]. The folder gets qedoku-VERSION.tgz.
#
# QEDOKU_WEB_PROFILE=page builds faster; the modules are larger and slower.
set -euo pipefail
cd "$(dirname "$0")/../../.."
folder=${1:-${CARGO_TARGET_DIR:-target}/npm}
profile=${QEDOKU_WEB_PROFILE:-web}
target=wasm32-unknown-unknown
if command -v rustup >/dev/null 2>&1; then
    rustup target add "$target" >/dev/null 2>&1 || true
fi
cargo build --quiet --profile "$profile" --target "$target" -p qedoku-web-engine -p qedoku-web-checker
built="${CARGO_TARGET_DIR:-target}/$target/$profile"
mkdir -p "$folder/package"
cp src/web/npm/{index.js,index.d.ts,package.json,README.md} src/web/page/wasm.js LICENSE-* "$folder/package/"
cp "$built/qedoku_web_engine.wasm" "$folder/package/engine.wasm"
cp "$built/qedoku_web_checker.wasm" "$folder/package/checker.wasm"
(cd "$folder" && npm pack --silent ./package)
