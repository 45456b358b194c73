#!/usr/bin/env bash
# Proves the checker right and builds it: target/verified/qedoku-check-verified. Beside it,
# statement.txt has the theorems and their assumptions. Installs Coq and OCaml on Debian and Ubuntu
# if they are missing. The folder is below the one that cargo builds in, or the one that
# QEDOKU_VERIFIED names. Does nothing if the program is up to date. Exit code 77 if Coq cannot be
# installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if ! command -v coqc >/dev/null 2>&1 || ! command -v ocamlopt >/dev/null 2>&1; then
    . ../../tests/debian.sh
    debian coq ocaml-nox || {
        echo "the verified checker needs Coq 8.16 and OCaml, which could not be installed" >&2
        exit 77
    }
fi

out="${QEDOKU_VERIFIED:-${CARGO_TARGET_DIR:-$PWD/../../target}/verified}"
mkdir -p "$out"
out="$(cd "$out" && pwd)"
sources="$(cat _CoqProject ./*.v main.ml build.sh | cksum)"
if [ -x "$out/qedoku-check-verified" ] && [ "$(cat "$out/built" 2>/dev/null)" = "$sources" ]; then
    echo "the verified checker is up to date: $out/qedoku-check-verified"
    exit 0
fi

start=$SECONDS
rm -f "$out/built" "$out/qedoku-check-verified" "$out"/*.v
cp _CoqProject ./*.v main.ml "$out"
cd "$out"
# The files are listed in dependency order, because a minimal system has no make.
grep '\.v$' _CoqProject | while read -r file; do
    coqc -Q . Qedoku "$file" >log 2>&1 || { cat log; exit 1; }
done
coqc -Q . Qedoku Statement.v >statement.txt
ocamlopt -inline 100 -w -a checker.mli checker.ml main.ml -o qedoku-check-verified
echo "$sources" >built
cat statement.txt
echo "built $out/qedoku-check-verified in $((SECONDS - start)) s"
