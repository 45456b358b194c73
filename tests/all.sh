#!/usr/bin/env bash
# All tests: the library, the programs, the examples in the docs. The checkers of other people that
# exported proofs go through are installed first.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh
. tests/tools.sh

if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --workspace --no-fail-fast
    cargo test --workspace --doc
else
    cargo test --workspace
fi

# The proofs that the rules are sound, asked of two other solvers.
bash tests/soundness/confirm.sh
