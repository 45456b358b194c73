#!/usr/bin/env bash
# Tests the Python package: builds the wheel, installs it into an empty environment, and runs the
# docstring examples, the tests of this folder and two type checkers. The requirements are installed
# once, in the versions of requirements.txt. Exit code 77 if they cannot be installed.
#
# `bash tests/python/run.sh parquet` also builds and tests the program with Parquet support, which
# doubles the build time.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/setup.sh
. tests/tools.sh

here=tests/python
target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder="$target/python"
mkdir -p "$folder"

python3 -c "import sys; sys.exit(sys.version_info < (3, 10))" 2>/dev/null || {
    echo "Python 3.10 or newer is not there"
    exit "$cannot_be_had"
}
python_packages "$here/requirements.txt" || exit "$cannot_be_had"
# For pyright.
node_and_npm || exit "$cannot_be_had"
# Keeps Python's bytecode, but not beside the sources.
export PATH="$target/packages/bin:$PATH" PYTHONPYCACHEPREFIX="$folder/compiled"

# Maturin's files of the last wheel name its copy of Z3, so they cannot be reused.
rm -rf "$folder/wheels" "$target/maturin"
# Little optimisation, as for all tests. `maturin build --release` makes the real wheel.
maturin build --quiet --manifest-path src/python/Cargo.toml --target-dir "$target" --out "$folder/wheels"
wheel=$(echo "$folder"/wheels/*.whl)

# An empty environment with the wheel: no compiler, no library, no other package.
python3 -m venv --clear --without-pip "$folder/clean"
pip --python "$folder/clean/bin/python" install --quiet --no-index "$wheel"
env -i PATH=/usr/bin:/bin "$folder/clean/bin/python" -I "$here/clean_install.py"

pip install --quiet --no-index --no-deps --force-reinstall "$wheel"
# The program to compare results with.
program=${QEDOKU:-}
if [ "${1:-}" = parquet ]; then
    cargo build --quiet --bin qedoku --features parquet
    program="$target/debug/qedoku"
elif [ -z "$program" ]; then
    cargo build --quiet --bin qedoku
    program="$target/debug/qedoku"
fi
QEDOKU_PROGRAM="$program" python -m pytest --quiet -p no:cacheprovider "$here"
python -m mypy --strict --no-error-summary --config-file "$here/mypy.ini" --cache-dir "$folder/mypy" \
    src/python/qedoku src/python/tour.py
python -m mypy.stubtest --mypy-config-file "$here/mypy.ini" --allowlist "$here/stubtest.txt" qedoku._qedoku
pyright --warnings --project "$here/pyrightconfig.json" --pythonpath "$target/packages/bin/python"
