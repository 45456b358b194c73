#!/usr/bin/env bash
# Tests for a release: bash tests/release.sh [STEP...]. Without steps, all of them run. They build
# the program several times, so they are not part of tests/all.sh:
#
#   msrv      the oldest supported Rust compiles the workspace
#   systems   the program compiles for Windows and macOS
#   crates    the crates build from their packages
#   deny      cargo-deny accepts licences, sources and versions of the dependencies
#   deb       the Debian package installs in a minimal Debian
#   wheel     the wheel and the source package install for each Python that is there
#   install   `cargo install --path . --no-default-features` in a minimal Debian
#   site      the site builds, and its links lead somewhere
#
# A step whose tool cannot be installed is listed as skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh
. tests/tools.sh

all="msrv systems crates deny deb wheel install site"
[ $# -gt 0 ] || set -- $all
QEDOKU_SKIPS=$(mktemp)
export QEDOKU_SKIPS
failed=""
for step in "$@"; do
    case $step in
    msrv | systems | deny | wheel) large_tool "$step" bash "tests/release/$step.sh" ;;
    crates) large_tool crates bash tests/packages.sh build ;;
    deb | install) large_tool "$step" bash tests/fresh.sh "$step" ;;
    site) large_tool site bash release/site.sh ;;
    *) echo "there is no step '$step'; the steps are: $all" >&2 && exit 3 ;;
    esac
done
sort -u "$QEDOKU_SKIPS"
rm -f "$QEDOKU_SKIPS"
if [ -n "$failed" ]; then
    echo "FAILED:$failed"
    exit 1
fi
echo "ready to be released: $*"
