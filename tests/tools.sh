#!/usr/bin/env bash
# Installs the checkers that other people wrote, in fixed versions, once; the tests of exports use
# them. They are below the folder that cargo builds in, or where QEDOKU_TOOLS says.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools="${QEDOKU_TOOLS:-${CARGO_TARGET_DIR:-target}/tools}"
mkdir -p "$tools"
tools="$(cd "$tools" && pwd)"

install() { # crate, version
    [ -x "$tools/bin/$1" ] && [ -f "$tools/$1-$2" ] && return 0
    echo "installing $1 $2"
    # They run for seconds in the tests: a quick build is worth more than quick programs.
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=2 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install "$1" --locked --quiet --version "$2" --root "$tools" --target-dir "$tools/build"
    touch "$tools/$1-$2"
}

install veripb 3.0.2
install rate 0.3.0
rm -rf "$tools/build"
export QEDOKU_TOOLS="$tools"
