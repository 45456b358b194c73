#!/usr/bin/env bash
# Runs the Ray recipes with two workers on this machine: `bash tests/python/ray.sh [COUNT [FILE]]`.
# Installs Ray, which is large, once. Exit code 77 if it cannot be installed.
#
# Uses the wheel of run.sh, and exits with 77 if there is none. To measure, `QEDOKU_PROFILE=quick
# bash tests/python/ray.sh 200000 FILE` builds an optimised wheel and program. Above 20,000 puzzles,
# two workers are compared with one, not with the program.
set -euo pipefail
cd "$(dirname "$0")/../.."

here=tests/python
mkdir -p "${CARGO_TARGET_DIR:-target}/python"
folder="$(cd "${CARGO_TARGET_DIR:-target}/python" && pwd)"
wanted="ray[data]==2.60.0 pyarrow==26.0.1"
if [ "$(cat "$folder/ray.txt" 2>/dev/null)" != "$wanted" ]; then
    python3 -m venv --clear "$folder/ray" || exit 77
    echo "installing $wanted into $folder/ray"
    # shellcheck disable=SC2086 # A list of packages.
    "$folder/ray/bin/pip" install --quiet $wanted || exit 77
    echo "$wanted" >"$folder/ray.txt"
fi
profile=${QEDOKU_PROFILE:-dev}
wheels="$folder/wheels"
if [ "$profile" != dev ]; then
    wheels="$folder/$profile"
    rm -rf "$wheels" "$folder/../maturin"
    PATH="$folder/../packages/bin:$PATH" maturin build --quiet --profile "$profile" --manifest-path src/python/Cargo.toml \
        --target-dir "$folder/.." --out "$wheels"
fi
wheel=$(ls "$wheels"/*.whl 2>/dev/null) || {
    echo "there is no wheel yet: bash tests/python/run.sh"
    exit 77
}
"$folder/ray/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$wheel"
program=${QEDOKU:-}
if [ -z "$program" ] || [ "$profile" != dev ]; then
    cargo build --quiet --profile "$profile" --bin qedoku
    program="$folder/../${profile/#dev/debug}/qedoku"
fi
QEDOKU_PROGRAM="$program" PYTHONDONTWRITEBYTECODE=1 \
    "$folder/ray/bin/python" "$here/ray_cluster.py" "$@"
