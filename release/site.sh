#!/usr/bin/env bash
# Builds the site into a folder for any web host: bash release/site.sh [FOLDER].
#
#   index.html  the landing page        play/     the page, with the engine as WebAssembly
#   book/       the book of docs/       rules/    the rule book
#   api/        the Rust crates         gallery/  reports and proofs of well-known puzzles
#   reports/    the study, puzzles to order, the proof format, mined rules
#
# QEDOKU names a program that is built already. QEDOKU_WEB_PROFILE=page builds the page faster.
# At the end every link inside the folder is checked. Exit code 77 if mdBook is unavailable.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh
. tests/tools.sh
. release/site/gallery.sh

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
folder="$(mkdir -p "${1:-$target/site}" && cd "${1:-$target/site}" && pwd)"
install_mdbook || exit "$cannot_be_had"
rm -rf "${folder:?}"/*
program=${QEDOKU:-}
if [ -z "$program" ]; then
    cargo build --quiet --locked --profile dist --package qedoku --package qedoku-check
    program="$target/dist/qedoku"
fi
checker="$(dirname "$program")/qedoku-check"

cp release/site/index.html release/site/site.css docs/pictures/swordfish.svg "$folder/"
bash src/web/build.sh "$folder/play"
"$QEDOKU_TOOLS/bin/mdbook" build docs --dest-dir "$folder/book"
"$program" rules book --output "$folder/rules" >/dev/null

# The reports form a book of their own. Its chapters keep their folders, so that links to pictures
# and rules work.
reports="$target/reports"
rm -rf "$reports"
mkdir -p "$reports/src/proofs/verified" "$reports/src/rules"
cp release/site/reports.toml "$reports/book.toml"
cp release/site/reports.txt "$reports/src/SUMMARY.md"
cp -r puzzles "$reports/src/puzzles"
cp proofs/FORMAT.md "$reports/src/proofs/"
cp proofs/verified/README.md "$reports/src/proofs/verified/"
cp -r rules/90-mined "$reports/src/rules/"
"$QEDOKU_TOOLS/bin/mdbook" build "$reports" --dest-dir "$folder/reports"

bash tests/release/docs.sh "$folder/api"
gallery "$folder/gallery" "$program" "$checker"
python3 release/site/links.py "$folder"
echo "The site is in $folder: $(du -sm "$folder" | cut -f 1) MB."
echo "To look at it here: python3 -m http.server --directory $folder"
