#!/usr/bin/env bash
# Has the proofs of the rules, proofs/rules, confirmed by two other programs: z3 and cvc5.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh

need z3 z3 "the SMT solver Z3, which confirms the proofs of the rules"
need python3 python3 "Python, through which cvc5 is asked"
python=python3
if ! python3 -c "import cvc5" 2>/dev/null; then
    python=target/solvers/bin/python
    if ! "$python" -c "import cvc5" 2>/dev/null; then
        need_module venv python3-venv "Python's venv, into which cvc5 is installed"
        python3 -m venv target/solvers
        target/solvers/bin/pip install --quiet cvc5
    fi
fi
"$python" tests/soundness/confirm.py
