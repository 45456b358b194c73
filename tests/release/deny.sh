#!/usr/bin/env bash
# Checks licences, sources and versions of the dependencies with cargo-deny (see deny.toml), which
# is installed once, below target/tools. Advisories are checked if their database can be fetched.
# Exit code 77 if cargo-deny cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tools.sh

find_tools && install_program cargo-deny 0.20.2 || exit "$cannot_be_had"
rm -rf "$QEDOKU_TOOLS/build"
deny="$QEDOKU_TOOLS/bin/cargo-deny"
"$deny" --log-level error check bans licenses sources
if "$deny" --log-level error fetch db >/dev/null 2>&1; then
    "$deny" --log-level error check advisories
else
    echo "skipped: the database of advisories cannot be fetched"
    echo "the advisories of the step deny: their database cannot be fetched" >>"${QEDOKU_SKIPS:-/dev/null}"
fi
