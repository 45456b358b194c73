#!/usr/bin/env bash
# Prints the Homebrew formula of a release: bash release/formula.sh HOMEPAGE URL ARCHIVE, where
# ARCHIVE is a copy of the source archive at URL. The formula names its checksum.
set -euo pipefail
cd "$(dirname "$0")/.."
homepage=${1:?the address of the project}
url=${2:?the address of the source archive}
sum=$(sha256sum "${3:?the source archive}" | cut -d ' ' -f 1)
sed "s|@HOMEPAGE@|$homepage|; s|@URL@|$url|; s|@SUM@|$sum|" release/qedoku.rb.in
