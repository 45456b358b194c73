#!/usr/bin/env bash
# Runs all tests: the library, the programs, the examples of the docs. It first installs third-party
# checkers for exported proofs, and proves and builds the verified checker. All steps run even after
# a failure. The end lists everything that was skipped. QEDOKU_SKIP="coq python" skips the steps of
# these names: see tests/tools.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/setup.sh
. tests/tools.sh

# Sources do not change between these builds, so incremental files would only fill the disk.
export CARGO_INCREMENTAL=0
QEDOKU_SKIPS=$(mktemp)
export QEDOKU_SKIPS
failed=""

large_tool checkers install_checkers
large_tool coq bash proofs/verified/build.sh
# The book of docs/, without warnings.
large_tool mdbook bash tests/book.sh

if cargo nextest --version >/dev/null 2>&1; then
    timed build cargo nextest run --workspace --no-run || true # the next line reports the errors
    timed tests cargo nextest run --workspace --no-fail-fast || failed+=" tests"
    # Nextest gives each test its own process; plain cargo runs all tests in one. Z3's answers
    # depend on the earlier queries of its process, so its tests run in this way as well. Machines
    # without nextest, such as that of tests/fresh.sh, run all tests in one process.
    timed tests-in-one-process cargo test -p qedoku-soundness --no-fail-fast || failed+=" tests-in-one-process"
    timed examples-in-docs cargo test --workspace --doc --no-fail-fast || failed+=" examples-in-docs"
else
    timed build cargo test --workspace --no-run || true
    timed tests cargo test --workspace --no-fail-fast || failed+=" tests"
fi

# The program without some of its features.
large_tool features bash tests/features.sh
# The crates in the form for crates.io, and their documentation without warnings.
timed packages bash tests/packages.sh || failed+=" packages"
large_tool docs bash tests/release/docs.sh

# The other steps use the program of the tests.
QEDOKU="$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/qedoku"
export QEDOKU

# Two other solvers, from PyPI, confirm the soundness proofs of the rules.
large_tool python bash tests/whole/soundness/confirm.sh
# A SAT solver refutes the queries once more, and another checker replays its proofs.
large_tool cadical bash tests/whole/soundness/replay.sh
# The page without a browser: types, tests of its model, and the bytes of the built files.
large_tool node bash tests/web/page/run.sh
# The page in a real browser, with node and Chromium.
large_tool browser bash tests/web/browser/run.sh
# The npm package, in an empty folder.
large_tool node bash tests/web/npm/run.sh
# The workflows of .github, and recipes of package managers.
large_tool node bash tests/release/workflows.sh
# The language server over stdio, with a client from PyPI.
large_tool python bash tests/lsp/real.sh
# The Python package: its wheel in an environment of its own, its examples, tests and types.
large_tool python bash tests/python/run.sh
# The wheel on a local Ray cluster.
large_tool ray bash tests/python/ray.sh
# Every rule file coloured as VS Code does it.
large_tool node bash grammar/editors/test.sh
check_skip_names

echo
if [ -s "$QEDOKU_SKIPS" ]; then
    echo "skipped, in whole or in part:"
    sort -u "$QEDOKU_SKIPS" | while read -r line; do echo "  $line"; done
else
    echo "nothing was skipped"
fi
rm -f "$QEDOKU_SKIPS"
if [ -n "$failed" ]; then
    echo "FAILED:$failed"
    exit 1
fi
echo "all tests passed"
