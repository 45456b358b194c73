#!/usr/bin/env bash
# Writes the manual pages and shell completions: bash release/manual.sh FOLDER [PROGRAM].
#
# FOLDER gets man1/qedoku.1, a page for each command such as man1/qedoku-prove.1, and the scripts
# of bash, zsh and fish.
set -euo pipefail
folder=${1:?a folder}
program=${2:-${CARGO_TARGET_DIR:-target}/dist/qedoku}
mkdir -p "$folder/man1"
"$program" man >"$folder/man1/qedoku.1"
# Lines of the help such as "  prove   Solve a puzzle ..." name the commands.
commands() { # arguments: words of a command...
    "$program" "$@" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$'
}
for command in $(commands); do
    "$program" man "$command" >"$folder/man1/qedoku-$command.1"
done
for command in rules scales; do
    for inner in $(commands "$command"); do
        "$program" man "$command" "$inner" >"$folder/man1/qedoku-$command-$inner.1"
    done
done
# The stand-alone checker has the name that the page of `qedoku check` would have.
cp "$(dirname "$0")/qedoku-check.1" "$folder/man1/"
for shell in bash zsh fish; do
    "$program" completions "$shell" >"$folder/qedoku.$shell"
done
echo "$(find "$folder/man1" -name '*.1' | wc -l) manual pages and 3 completions are in $folder"
