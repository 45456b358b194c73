#!/usr/bin/env bash
# Checks that the program compiles without warnings for combinations of its features. Then builds it
# without features and tries it: it solves, proves and checks, and names the missing features.
set -euo pipefail
export COLUMNS=200
cd "$(dirname "$0")/.."

check() { # features
    echo "features: ${1:-none}"
    CARGO_TARGET_DIR="$folder" cargo check --quiet --package qedoku --no-default-features \
        --features "$1" 2>"$work/log" || { cat "$work/log" && exit 1; }
    [ ! -s "$work/log" ] || { cat "$work/log" && exit 1; }
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder="${CARGO_TARGET_DIR:-target}/features"
for features in "" z3 mine pictures serve lsp study lsp,serve lsp,pictures,serve,study; do
    check "$features"
done

CARGO_TARGET_DIR="$folder" cargo build --quiet --package qedoku --no-default-features
qedoku="$folder/debug/qedoku"
expect() { # text, file
    grep -qF -- "$1" "$2" || { echo "no '$1' in:" && cat "$2" && exit 1; }
}

puzzle=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
"$qedoku" prove "$puzzle" -o "$work/puzzle.qed" >/dev/null
"$qedoku" check "$work/puzzle.qed" | tee "$work/log"
expect "accepted: the only solution is" "$work/log"
"$qedoku" rules check >"$work/log"
expect " 0 unknown" "$work/log"
expect "This build has no Z3." "$work/log"

# Without Z3, the verdict on a rule outside the standard library is unknown, and the rule is
# rejected unless trusted.
cat >"$work/own.rule" <<'RULE'
/// A cell and a house that share the last place of a digit.
rule own_single {
  name     "Own Single"
  level    hard
  score    1000
  for      digit d, house H, cell a in H, cell b in H
  with     a sees b
  when     every d in H is at a
  then     eliminate d from b
  say      "{d} has one place left in {H}: {a}"
}
RULE
if "$qedoku" rules check "$work/own.rule" >"$work/log" 2>&1; then
    echo "it was proved without Z3" && exit 1
fi
expect "this build has no Z3" "$work/log"
expect "vendored-z3" "$work/log"
if "$qedoku" solve "$puzzle" --rules "$work/own.rule" >"$work/log" 2>&1; then
    echo "it was used without a proof" && exit 1
fi
expect "--trust" "$work/log"
"$qedoku" solve "$puzzle" --rules "$work/own.rule" --trust >/dev/null

for command in serve lsp mine study "rules book"; do
    # shellcheck disable=SC2086
    if "$qedoku" $command >"$work/log" 2>&1; then
        echo "there is a command $command" && exit 1
    fi
    expect "this build has no command" "$work/log"
done
if "$qedoku" draw "$puzzle" -o "$work/board.png" >"$work/log" 2>&1; then
    echo "there are PNG files" && exit 1
fi
expect "--features pictures" "$work/log"
echo "the small program works: $(wc -c <"$qedoku") bytes, with debug assertions"
