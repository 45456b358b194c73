#!/usr/bin/env bash
# Shows a sample puzzle, proves it and checks the proof.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh

# Takes the arguments of `qedoku show`. The default is a well-known hard puzzle.
[ $# -gt 0 ] || set -- puzzles/sample.sdm --nth 9
proof=$(mktemp -d)/proof.qed
echo "building, which takes some minutes the first time"
# The tests use this profile too, so they need not build again.
export CARGO_INCREMENTAL=0
cargo build --workspace --bins
bin=${CARGO_TARGET_DIR:-target}/debug
"$bin/qedoku" show "$@"
"$bin/qedoku" prove "$@" -o "$proof"
echo
echo "The independent checker says:"
"$bin/qedoku-check" "$proof"
