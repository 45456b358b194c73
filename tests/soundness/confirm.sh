#!/usr/bin/env bash
# Has the proofs of the rules, proofs/rules, confirmed by two other programs: z3 and cvc5.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh

need python3 python3 "Python, through which both are asked"
python=python3
if ! python3 -c "import cvc5" 2>/dev/null || ! command -v z3 >/dev/null 2>&1; then
    solvers=target/solvers
    python="$solvers/bin/python"
    if ! "$python" -c "import cvc5, z3" 2>/dev/null; then
        need_module venv python3-venv "Python's venv, into which the solvers are installed"
        python3 -m venv "$solvers"
        "$solvers/bin/pip" install --quiet cvc5 z3-solver
    fi
    PATH="$PWD/$solvers/bin:$PATH"
fi
"$python" tests/soundness/confirm.py
