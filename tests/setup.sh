# Makes sure that what the build needs is there; sourced by tests/demo.sh and tests/all.sh.
#
# On Debian and Ubuntu what is missing is installed; elsewhere it is named.

need() { # command, Debian package, what it is
    command -v "$1" >/dev/null 2>&1 && return 0
    local as_root=""
    [ "$(id -u)" = 0 ] || as_root=sudo
    if command -v apt-get >/dev/null 2>&1; then
        echo "installing $2 ($3)"
        $as_root apt-get update -qq && $as_root apt-get install -y -qq "$2" >/dev/null && return 0
    fi
    echo "qedoku needs $3: the command '$1' was not found, please install it" >&2
    exit 3
}

need_module() { # Python module, Debian package, what it is
    python3 -c "import $1, ensurepip" 2>/dev/null && return 0
    need "python module $1" "$2" "$3"
}

need_file() { # file, Debian package, what it is
    [ -e "$1" ] && return 0
    need "$1" "$2" "$3"
}

need cc gcc "a C compiler, which links Rust programs"
need_file /usr/include/z3.h libz3-dev "the library of the SMT solver Z3, which proves rules sound"
need python3 python3 "Python, which runs the second checker of proofs"
if ! command -v cargo >/dev/null 2>&1; then
    echo "qedoku needs Rust 1.88 or newer: the command 'cargo' was not found, see https://rustup.rs" >&2
    exit 3
fi
