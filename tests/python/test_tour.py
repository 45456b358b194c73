"""The notebook runs from the first cell to the last, and has the format of Jupyter."""

from __future__ import annotations

import pathlib
import runpy

import pytest
import qedoku
from common import ROOT

TOUR = ROOT / "src/python/tour.py"


@pytest.mark.skipif(not qedoku.has_z3, reason="the package was built without Z3")
def test_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = runpy.run_path(str(TOUR))
    told = capsys.readouterr().out
    assert "unsound" in told and "explained: sound" in told, told
    assert names["grades"].height == 60


def test_notebook_has_cells() -> None:
    lines = pathlib.Path(TOUR).read_text().splitlines()
    cells = [line for line in lines if line.startswith("# %%")]
    assert len(cells) > 10 and sum("[markdown]" in line for line in cells) > 5
