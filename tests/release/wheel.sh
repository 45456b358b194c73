#!/usr/bin/env bash
# Tests the packages for Python: bash tests/release/wheel.sh [FOLDER]. A folder names packages that
# release/wheel.sh has built. The wheel is installed in an empty environment for each Python from
# 3.10 to 3.13 that is there, and the source package is built and installed for one of them. Exit
# code 77 if the tools cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder=${1:-$target/wheels}
[ $# -gt 0 ] || bash release/wheel.sh "$folder"
python_packages release/wheel.txt || exit "$cannot_be_had"
wheel=$(echo "$folder"/qedoku-*.whl)
source=$(echo "$folder"/qedoku-*.tar.gz)

# Prints the program of a Python version, from the path or from pyenv.
python_of() { # 3.10
    local found
    for found in "$HOME/.pyenv/versions/$1".*/bin/python3 "$(command -v "python$1" || true)"; do
        [ -x "$found" ] && [ "$("$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$1" ] &&
            echo "$found" && return
    done
    return 1
}

# Installs a wheel in an empty environment and tries it there.
try_wheel() { # wheel, python
    "$2" -m venv --clear --without-pip "$target/python-clean"
    "$target/packages/bin/pip" --python "$target/python-clean/bin/python" install --quiet --no-index "$1"
    env -i PATH=/usr/bin:/bin "$target/python-clean/bin/python" -I tests/python/clean_install.py
}

tried=""
for version in 3.10 3.11 3.12 3.13; do
    if python=$(python_of "$version"); then
        try_wheel "$wheel" "$python"
        tried=$python
    else
        echo "skipped: there is no Python $version"
        echo "Python $version of the step wheel: it is not there" >>"${QEDOKU_SKIPS:-/dev/null}"
    fi
done
[ -n "$tried" ] || exit "$cannot_be_had"

# The source package has all files that the build needs, including those that the crates include by
# links.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$source" -C "$work"
(cd "$work"/qedoku-*/ && PATH="$target/packages/bin:$PATH" maturin build --quiet --out "$work/built" --target-dir "$target")
try_wheel "$(echo "$work"/built/*.whl)" "$tried"
echo "the wheel and the source package install, solve, prove and check"
