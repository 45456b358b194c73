#!/usr/bin/env bash
# Builds the Python wheel and the source package: bash release/wheel.sh [FOLDER].
#
# Zig links the wheel for the C library of 2012 (manylinux2014, glibc 2.17), so that it runs on old
# systems. One wheel serves Python 3.10 and later. It has no Z3, because Zig cannot link a library
# of this machine: verdicts on rules and mining need a wheel that is built from the source package.
# auditwheel confirms the tag. QEDOKU_WHEEL_PROFILE names another profile than `dist`. Exit code 77
# if the tools cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh
. tests/tools.sh

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder="$(mkdir -p "${1:-$target/wheels}" && cd "${1:-$target/wheels}" && pwd)"
python_packages release/wheel.txt || exit "$cannot_be_had"
export PATH="$target/packages/bin:$PATH"
rm -f "$folder"/qedoku-*
maturin sdist --manifest-path src/python/Cargo.toml --out "$folder"
# Wheels have a build folder of their own, because they use another linker.
maturin build --quiet --profile "${QEDOKU_WHEEL_PROFILE:-dist}" --zig --compatibility manylinux2014 \
    --no-default-features --manifest-path src/python/Cargo.toml --target-dir "$target/zig" --out "$folder"
wheel=$(echo "$folder"/qedoku-*.whl)
auditwheel show "$wheel" | tee "$target/zig/audit"
# The name of the wheel promises no more than auditwheel found.
grep -q 'manylinux_2_17_x86_64' <<<"$wheel" || [ "$(uname -m)" != x86_64 ]
grep -qE '"manylinux_2_(5|12|17)_' "$target/zig/audit"
echo "$wheel: $(wc -c <"$wheel") bytes"
echo "$(echo "$folder"/qedoku-*.tar.gz): $(wc -c <"$(echo "$folder"/qedoku-*.tar.gz)") bytes"
