# Tries installed programs: they solve, prove and check a puzzle. Sourced by the tests of packages.

puzzle=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
solution=417369825632158947958724316825437169791586432346912758289643571573291684164875293

# Fails unless a file contains a text.
expect() { # text, file
    grep -qF -- "$1" "$2" || { echo "no '$1' in:" && cat "$2" && exit 1; }
}

# Solves, proves and checks the puzzle. A proof of another puzzle must be rejected.
try_programs() { # qedoku, qedoku-check
    local work checker
    work=$(mktemp -d)
    "$1" --version
    "$1" hint "$puzzle"
    "$1" solve "$puzzle" >"$work/solved"
    expect "r9 | 1  6  4  | 8  7  5  | 2  9  3  |" "$work/solved"
    "$1" prove "$puzzle" -o "$work/puzzle.qed" >/dev/null
    sed "s/$puzzle/42${puzzle:2}/" "$work/puzzle.qed" >"$work/forged.qed"
    for checker in "$1 check" "$2"; do
        $checker "$work/puzzle.qed" | tee "$work/checked"
        expect "accepted: the only solution is $solution" "$work/checked"
        if $checker -q "$work/forged.qed"; then
            echo "$checker accepts a proof of another puzzle" && exit 1
        fi
    done
    rm -rf "$work"
}
