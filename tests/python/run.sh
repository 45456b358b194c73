#!/usr/bin/env bash
# The tests of the Python package: builds the wheel, tries it in an environment that has nothing else, then runs the
# examples of its docstrings, the tests of this folder, and two checkers of types. What these need is installed once below
# the folder that cargo builds in, in the versions of requirements.txt. Exit code 77 if that cannot be had.
#
# `bash tests/python/run.sh parquet` builds the program with Parquet files, which takes as long as all the rest, and tests
# them as well.
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
# What Python compiles is kept, but not beside the sources.
export PATH="$target/packages/bin:$PATH" PYTHONPYCACHEPREFIX="$folder/compiled"

# What maturin keeps of the last wheel names the copy of Z3 that went into it, and cannot be used again.
rm -rf "$folder/wheels" "$target/maturin"
# Like all tests, with little optimisation; `maturin build --release` makes the wheel for others.
maturin build --quiet --manifest-path src/python/Cargo.toml --target-dir "$target" --out "$folder/wheels"
wheel=$(echo "$folder"/wheels/*.whl)

# A clean environment has the wheel and nothing else: no compiler, no library, no other package.
python3 -m venv --clear --without-pip "$folder/clean"
pip --python "$folder/clean/bin/python" install --quiet --no-index "$wheel"
env -i PATH=/usr/bin:/bin "$folder/clean/bin/python" -I "$here/clean.py"

pip install --quiet --no-index --no-deps --force-reinstall "$wheel"
# The program that results are held against.
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
