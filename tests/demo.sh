#!/usr/bin/env bash
# The main job on a sample puzzle: show it, prove it, check the proof.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh

# Any arguments that `qedoku show` takes, or a well-known hard puzzle of the samples.
[ $# -gt 0 ] || set -- puzzles/sample.sdm --nth 9
proof=$(mktemp -d)/proof.qed
echo "building, which takes some minutes the first time"
# With little optimisation, and as the tests will need it, so that they do not begin anew.
export CARGO_INCREMENTAL=0
cargo build --workspace --bins
bin=${CARGO_TARGET_DIR:-target}/debug
"$bin/qedoku" show "$@"
"$bin/qedoku" prove "$@" -o "$proof"
echo
echo "The independent checker says:"
"$bin/qedoku-check" "$proof"
