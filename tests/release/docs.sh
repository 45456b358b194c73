#!/usr/bin/env bash
# Documents the crates that are published, with warnings as errors: bash tests/release/docs.sh
# [FOLDER]. A folder gets a copy.
set -euo pipefail
cd "$(dirname "$0")/../.."
crates=(check core app batch soundness mine study lsp web raster server)
names=()
for crate in "${crates[@]}"; do
    names+=(--package "qedoku-$crate")
done
export RUSTDOCFLAGS="-D warnings"
cargo doc --quiet --no-deps --lib "${names[@]}"
[ $# = 0 ] || cp -r "${CARGO_TARGET_DIR:-target}/doc" "$1"
