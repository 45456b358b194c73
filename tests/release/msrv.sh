#!/usr/bin/env bash
# Compiles the workspace with the oldest supported Rust, which Cargo.toml names. rustup installs it.
# Exit code 77 if it cannot.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | head -n 1).0
command -v rustup >/dev/null 2>&1 || exit "$cannot_be_had"
rustup toolchain install "$oldest" --profile minimal >/dev/null 2>&1 || exit "$cannot_be_had"
CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/msrv" cargo "+$oldest" check --quiet --locked --workspace
echo "Rust $oldest compiles the workspace"
