# Makes sure that what the build needs is there; sourced by tests/demo.sh and tests/all.sh.
#
# On Debian and Ubuntu what is missing is installed; elsewhere it is named, with the packages that have it.

. tests/debian.sh

# Installs a Debian package; where that cannot be done, says what is missing and ends.
get() { # Debian package, what is missing and where else to get it
    debian "$1" && return 0
    echo "qedoku needs $2" >&2
    exit 3
}

need() { # command, Debian package, what it is
    command -v "$1" >/dev/null 2>&1 || get "$2" "$3: there is no command '$1', please install it"
}

# The compiler is asked, as it knows the folders.
has_z3() {
    echo '#include <z3.h>' | cc -E - >/dev/null 2>&1 || pkg-config --exists z3 2>/dev/null
}

need cc gcc "a C compiler, which links Rust programs"
need c++ g++ "a C++ compiler, whose library Z3 is linked with"
has_z3 || get libz3-dev "$(cat src/soundness/needs-z3.txt)"
need python3 python3 "Python, which runs the second checker of proofs"
if ! command -v cargo >/dev/null 2>&1; then
    echo "qedoku needs Rust 1.88 or newer: there is no command 'cargo', see https://rustup.rs" >&2
    exit 3
fi
