#!/usr/bin/env bash
# Talks to `qedoku lsp` over stdio with a client that other people wrote: pytest-lsp, in the versions of requirements.txt, which are
# installed once below the folder that cargo builds in. Exit code 77 if they cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh

wanted=tests/lsp/requirements.txt
clients="${CARGO_TARGET_DIR:-target}/clients"
if ! cmp -s "$wanted" "$clients/requirements.txt"; then
    python3 -c "import venv, ensurepip" 2>/dev/null ||
        get python3-venv "Python's module venv, into which the client is installed"
    python3 -m venv --clear "$clients"
    echo "installing $(grep -v '^#' "$wanted" | tr '\n' ' ')into $clients"
    "$clients/bin/pip" install --quiet --requirement "$wanted" || exit 77
    cp "$wanted" "$clients/requirements.txt"
fi
cargo build --quiet --bin qedoku
XDG_CACHE_HOME="$(mktemp -d)" QEDOKU="${CARGO_TARGET_DIR:-target}/debug/qedoku" \
    "$clients/bin/python" -m pytest --quiet --rootdir tests/lsp -p no:cacheprovider tests/lsp/real_client.py
