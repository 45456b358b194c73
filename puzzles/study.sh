#!/usr/bin/env bash
# Makes puzzles/STUDY.md and its plots from the 77 course puzzles, Norvig's 95, 2,000 rated ones
# (all three from ../shared/data) and 20,000 created puzzles. Records are kept in target/study, so
# that an interrupted run continues.
set -euo pipefail
cd "$(dirname "$0")/.."
data=../shared/data
[ -d "$data" ] || { echo "puzzles/study.sh: $data is not there"; exit 1; }
run() { cargo run --quiet --release -- "$@"; }
run study "$data/cs531_77.tsv" "$data/top95.txt" "$data/cb-000.tsv" --sample 2000 --create 20000 --seed 1 \
    --ratings "SE=$data/se121_cs531.tsv" --ratings "SE=$data/se121_top95.tsv" --ratings "SER,W,B=$data/cb-000.tsv" \
    -o target/study
rm -rf puzzles/study
mkdir -p puzzles/study
cp target/study/*.svg puzzles/study/
# The notes first, then the report, with its plots in their folder.
{
    cat puzzles/STUDY-notes.md
    echo
    sed -e '1d' -e 's|](\([0-9a-z-]*\.svg\))|](study/\1)|' target/study/report.md
} > puzzles/STUDY.md
echo "puzzles/STUDY.md is written"
