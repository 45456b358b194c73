#!/usr/bin/env bash
# Builds the book of docs/ with mdBook into target/book, and fails on any warning. mdBook is
# installed once, in a fixed version, below target/tools. Exit code 77 if it is unavailable.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/tools.sh

install_mdbook || exit "$cannot_be_had"
messages=$("$QEDOKU_TOOLS/bin/mdbook" build docs 2>&1) || failed=yes
echo "$messages"
if [ -n "${failed:-}" ] || [[ $messages == *WARN* || $messages == *ERROR* ]]; then
    echo "mdbook build docs: there are warnings or errors" >&2
    exit 1
fi
