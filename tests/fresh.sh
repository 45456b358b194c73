#!/usr/bin/env bash
# Tests the project on a minimal Debian with Rust and a C compiler: bash tests/fresh.sh [PART...].
# Without parts, all of them run:
#
#   clone     tests/demo.sh and tests/all.sh in a clone without other files beside it
#   deb       the Debian package of release/deb.sh
#   wheel     the wheel of release/wheel.sh
#   npm       the npm package of src/web/npm/build.sh
#   install   cargo install --path . --no-default-features
#
# Packages are built on this machine first, unless QEDOKU_PACKAGES names a folder with them. Each is
# installed, and solves, proves and checks a puzzle.
#
# Needs root and debootstrap; without them it prints a message and succeeds. It uses the Rust
# toolchain and the registry settings of this machine. `KEEP=1` keeps the folder. In tests/all.sh,
# QEDOKU_SKIP skips steps. At the end it prints the times and the size of `target`, which must
# stay below 4 GB.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/debian.sh
. tests/root.sh

[ $# -gt 0 ] || set -- clone deb wheel npm install
for part in "$@"; do
    case $part in
    clone | deb | wheel | npm | install) ;;
    *) echo "there is no part '$part'; the parts are: clone deb wheel npm install" >&2 && exit 3 ;;
    esac
done
if ! can_make_root; then
    echo "skipped: tests/fresh.sh needs root and debootstrap"
    exit 0
fi

built=${QEDOKU_PACKAGES:-}
if [ -z "$built" ]; then
    built="${CARGO_TARGET_DIR:-target}/release-packages"
    mkdir -p "$built"
    for part in "$@"; do
        case $part in
        deb | wheel) bash "release/$part.sh" "$built" ;;
        npm) bash src/web/npm/build.sh "$built/npm" && cp "$built"/npm/*.tgz "$built/" ;;
        esac
    done
fi

make_root
git clone --quiet . "$root/root/qedoku"
[ ! -e "$root/root/shared" ]

# Runs a command and prints its wall-clock and CPU time.
TIMEFORMAT='%R s by the clock, %U s of the processors and %S s of the system'
timed() { # command, name of its log
    local code=0
    echo
    echo "== $1"
    { time in_root "$1" 2>&1 | tee "$root/$2.log"; } 2>"$root/$2.time" || code=$?
    report+="$1: $(cat "$root/$2.time")"$'\n'
    [ "$code" = 0 ] || echo "FAILED: $report"
    return "$code"
}
report=""

# Runs the two commands of the README.
try_clone() {
    echo "without Z3, the build says what is missing"
    if in_root "cargo check --package qedoku-soundness" >"$root/without.log" 2>&1; then
        echo "it was built without Z3" && exit 1
    fi
    grep -F "$(cat src/soundness/needs-z3.txt)" "$root/without.log"
    rm -rf "$root/root/qedoku/target"

    timed "bash tests/demo.sh" demo
    grep -q "accepted: the only solution is" "$root/demo.log"
    rm -rf "$root/root/qedoku/target"
    timed "bash tests/all.sh" all
    grep -q "^skipped, in whole or in part:" "$root/all.log"
    grep -q "^all tests passed" "$root/all.log"
    local size
    size=$(du -sm "$root/root/qedoku/target" | cut -f 1)
    report+="target after the tests: $size MB"$'\n'
    [ "$size" -lt 4000 ]
}

for part in "$@"; do
    if [ "$part" = clone ]; then
        try_clone
        continue
    fi
    mkdir -p "$root/root/packages"
    find "$built" -maxdepth 1 -type f -exec cp {} "$root/root/packages/" \;
    timed "bash tests/release/in_root.sh $part" "$part"
done

echo
echo "these pass on a minimal $suite:"
echo -n "$report"
