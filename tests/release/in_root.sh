#!/usr/bin/env bash
# Installs a package of ../packages in the minimal Debian of tests/fresh.sh and tries it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/release/try.sh

packages="$(mkdir -p ../packages && cd ../packages && pwd)"
case ${1:?deb, wheel, npm or install} in
deb)
    apt-get update -qq
    # apt-get also installs the libraries that the package depends on.
    apt-get install -y -qq --no-install-recommends "$packages"/qedoku_*.deb >/dev/null
    try_programs /usr/bin/qedoku /usr/bin/qedoku-check
    qedoku rules check >/dev/null
    # A minimal Debian leaves manual pages out, so the test lists the archive.
    dpkg-deb --contents "$packages"/qedoku_*.deb >/tmp/contents
    for file in man1/qedoku.1.gz man1/qedoku-prove.1.gz man1/qedoku-check.1.gz completions/qedoku \
        vendor-completions/_qedoku vendor_completions.d/qedoku.fish doc/qedoku/copyright; do
        expect "$file" /tmp/contents
    done
    apt-get remove -y -qq qedoku >/dev/null
    [ ! -e /usr/bin/qedoku ]
    ;;
wheel)
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    python3 -m venv --clear /tmp/wheel
    /tmp/wheel/bin/pip install --quiet --no-index "$packages"/qedoku-*.whl
    /tmp/wheel/bin/python -I tests/python/clean_install.py
    ;;
npm)
    bash tests/web/npm/run.sh "$(echo "$packages"/qedoku-*.tgz)"
    ;;
install)
    cargo install --quiet --locked --path . --no-default-features --root /tmp/small
    cargo install --quiet --locked --path src/check --root /tmp/small
    try_programs /tmp/small/bin/qedoku /tmp/small/bin/qedoku-check
    ;;
esac
echo "$1: it installs, solves, proves and checks"
