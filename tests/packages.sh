#!/usr/bin/env bash
# Packages the crates as crates.io would get them. `bash tests/packages.sh build` also builds each
# package from its archive, which takes as long as a build of the whole workspace.
set -euo pipefail
cd "$(dirname "$0")/.."

crates=(qedoku-check qedoku-core qedoku-app qedoku-batch qedoku-soundness qedoku-mine qedoku-study qedoku-lsp qedoku-web qedoku-raster qedoku-server qedoku)
names=()
for crate in "${crates[@]}"; do
    names+=(--package "$crate")
done
options=(--allow-dirty --quiet)
[ "${1:-}" = build ] || options+=(--no-verify)
cargo package "${options[@]}" "${names[@]}"

folder="${CARGO_TARGET_DIR:-target}/package"
holds() { # crate, file in its archive
    local files
    files=$(tar -tzf "$folder/$1"-[0-9]*.crate)
    grep -q "^[^/]*/$2\$" <<<"$files" ||
        { echo "the package of $1 has no $2" && exit 1; }
}
for crate in "${crates[@]}"; do
    holds "$crate" README.md
    holds "$crate" Cargo.toml
    echo "$crate: $(wc -c <"$(echo "$folder/$crate"-[0-9]*.crate)") bytes"
done
# Files of other folders that the crates include by links.
holds qedoku-core rules/10-singles/.*rule
holds qedoku-core rule.pest
holds qedoku-soundness proofs/aic.smt2
holds qedoku-web proofs/aic.smt2
holds qedoku-app language.txt
echo "the crates can be packaged"
