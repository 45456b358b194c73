#!/usr/bin/env bash
# Talks to `qedoku lsp` over stdio with the client pytest-lsp, in the versions of requirements.txt,
# which are installed once. Exit code 77 if they cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

python_packages tests/lsp/requirements.txt || exit "$cannot_be_had"
program=${QEDOKU:-}
if [ -z "$program" ]; then
    cargo build --quiet --bin qedoku
    program="${CARGO_TARGET_DIR:-target}/debug/qedoku"
fi
XDG_CACHE_HOME="$(mktemp -d)" QEDOKU="$program" PYTHONDONTWRITEBYTECODE=1 \
    "$packages/bin/python" -m pytest --quiet --rootdir tests/lsp -p no:cacheprovider tests/lsp/real_client.py
