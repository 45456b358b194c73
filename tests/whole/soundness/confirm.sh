#!/usr/bin/env bash
# Confirms the soundness proofs of the rules, proofs/rules, with two other programs: z3 and cvc5, in
# the versions of requirements.txt, which are installed once. Exit code 77 if they cannot be
# installed.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh

python_packages tests/whole/soundness/requirements.txt || exit "$cannot_be_had"
PATH="$(cd "$packages/bin" && pwd):$PATH" "$packages/bin/python" tests/whole/soundness/confirm.py
