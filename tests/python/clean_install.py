"""Tests the package in an environment that has only the wheel, so that no dependency is missing."""

import importlib.metadata
import pathlib
import sys

import qedoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

assert "site-packages" in qedoku.__file__, qedoku.__file__
installed = {package.name for package in importlib.metadata.distributions()}
assert installed <= {"qedoku", "pip", "setuptools"}, installed
assert qedoku.grade(EASY).level == "easy"
assert qedoku.prove(EASY).check()
assert str(next(qedoku.create(1, seed=1))).count(".") > 50
assert pathlib.Path(qedoku.__file__).with_name("py.typed").exists()

if qedoku.has_z3:
    rule = qedoku.Library()["skyscraper"]
    assert all(rule.check()), rule.check()
    maps = pathlib.Path("/proc/self/maps")
    if maps.exists():
        used = {line.split()[-1] for line in maps.read_text().splitlines() if "libz3" in line}
        assert used, "Z3 is not loaded"
        own = pathlib.Path(qedoku.__file__).parent.parent
        assert all(own in pathlib.Path(path).parents for path in used), f"a library of the system: {used}"

print(f"qedoku {qedoku.__version__} runs alone on Python {sys.version.split()[0]}, Z3: {qedoku.has_z3}")
