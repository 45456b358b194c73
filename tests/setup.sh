# Installs the requirements of the build. Sourced by tests/demo.sh and tests/all.sh.
#
# Debian and Ubuntu install missing packages; other systems get a message with their names.

. tests/debian.sh

# Installs a Debian package. If that fails, prints the missing requirement and exits.
get() { # Debian package, what is missing and where else to get it
    debian "$1" && return 0
    echo "qedoku needs $2" >&2
    exit 3
}

need() { # command, Debian package, purpose
    command -v "$1" >/dev/null 2>&1 || get "$2" "$3: there is no command '$1', please install it"
}

# Asks the compiler, because it knows the include folders.
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
