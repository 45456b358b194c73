#!/usr/bin/env bash
# Compiles the parts without C code for Windows and macOS, without linking: bash
# tests/release/systems.sh [TARGET...]. Warnings are errors. Exit code 77 if rustup cannot install
# the standard library of a target.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tools.sh

[ $# -gt 0 ] || set -- x86_64-pc-windows-gnu aarch64-apple-darwin
command -v rustup >/dev/null 2>&1 || exit "$cannot_be_had"
for system in "$@"; do
    rustup target add "$system" >/dev/null 2>&1 || exit "$cannot_be_had"
    CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/systems" RUSTFLAGS="-D warnings" \
        cargo check --quiet --locked --target "$system" --package qedoku --package qedoku-check \
        --no-default-features --features lsp,pictures,serve,study
    echo "$system: the program and the checker compile"
done
