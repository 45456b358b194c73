#!/usr/bin/env bash
# Refutes every query about a rule, proofs/rules, with a proof that an independent checker replays;
# see replay.py. CaDiCaL is installed on Debian and Ubuntu; tests/tools.sh installs `rate`. Exit
# code 77 if CaDiCaL cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh
install_checkers
command -v cadical >/dev/null 2>&1 || debian cadical || exit "$cannot_be_had"
python3 tests/whole/soundness/replay.py "$@"
