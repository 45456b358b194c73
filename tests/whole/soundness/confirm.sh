#!/usr/bin/env bash
# Has the proofs of the rules, proofs/rules, confirmed by two other programs: z3 and cvc5, in the
# versions of requirements.txt, which are installed once below the folder that cargo builds in. Exit code 77 if they
# cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh

wanted=tests/whole/soundness/requirements.txt
solvers="${CARGO_TARGET_DIR:-target}/solvers"
if ! cmp -s "$wanted" "$solvers/requirements.txt"; then
    python3 -c "import venv, ensurepip" 2>/dev/null ||
        get python3-venv "Python's module venv, into which the solvers are installed"
    python3 -m venv --clear "$solvers"
    echo "installing $(grep -v '^#' "$wanted" | tr '\n' ' ')into $solvers"
    "$solvers/bin/pip" install --quiet --requirement "$wanted" || exit 77
    cp "$wanted" "$solvers/requirements.txt"
fi
PATH="$(cd "$solvers/bin" && pwd):$PATH" "$solvers/bin/python" tests/whole/soundness/confirm.py
