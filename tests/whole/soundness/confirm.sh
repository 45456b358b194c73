#!/usr/bin/env bash
# Has the proofs of the rules, proofs/rules, confirmed by two other programs: z3 and cvc5, in the
# versions of requirements.txt, which are installed once below the folder that cargo builds in. Exit code 77 if they
# cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh

python_packages tests/whole/soundness/requirements.txt || exit "$cannot_be_had"
PATH="$(cd "$packages/bin" && pwd):$PATH" "$packages/bin/python" tests/whole/soundness/confirm.py
