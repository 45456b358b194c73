#!/usr/bin/env bash
# Builds the Debian package: bash release/deb.sh [FOLDER]. The folder gets qedoku_VERSION_ARCH.deb.
#
# The package has the program with its default features, the stand-alone checker, manual pages and
# completions. It depends on Debian's Z3. cargo-deb is installed once, below target/tools.
# QEDOKU_DIST_BUILT=1 packages the programs of an earlier `cargo build --profile dist`. Exit code 77
# if cargo-deb or dpkg-dev is unavailable.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/debian.sh
. tests/tools.sh

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder=${1:-$target/debian}
# Debian's packaging needs dpkg-shlibdeps to find the libraries that the programs use.
command -v dpkg-shlibdeps >/dev/null 2>&1 || debian dpkg-dev || exit "$cannot_be_had"
find_tools && install_program cargo-deb 3.8.0 --no-default-features || exit "$cannot_be_had"
[ -n "${QEDOKU_DIST_BUILT:-}" ] ||
    cargo build --quiet --locked --profile dist --package qedoku --package qedoku-check
rm -rf "$target/dist/manual"
bash release/manual.sh "$target/dist/manual" "$target/dist/qedoku"
# Debian's policy: manual pages are compressed.
gzip -9 -n "$target"/dist/manual/man1/*.1
mkdir -p "$folder"
rm -f "$folder"/qedoku_*.deb
"$QEDOKU_TOOLS/bin/cargo-deb" deb --quiet --no-build --no-strip --compress-system --profile dist --output "$folder"
echo "$(echo "$folder"/qedoku_*.deb): $(wc -c <"$(echo "$folder"/qedoku_*.deb)") bytes"
