#!/usr/bin/env bash
# Has every question about a rule, proofs/rules, refuted by a proof that an independent checker replays; see
# replay.py. CaDiCaL is installed on Debian and Ubuntu; `rate` is one of the tools of tests/tools.sh. Exit code 77 if
# CaDiCaL cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../../.."
. tests/setup.sh
. tests/tools.sh
install_checkers
command -v cadical >/dev/null 2>&1 || debian cadical || exit "$cannot_be_had"
python3 tests/whole/soundness/replay.py "$@"
