"""The questions of tests/whole/shells.rs, asked of Python and of the program."""

from __future__ import annotations

import json

import pytest
from common import EASY, HARD, SEARCH, program

import qedoku

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
WRONG = EASY.replace("53..7....", "53..7...8", 1)
MANY = "53..7....6..1.5....98....6.8...6...34..8.3..17...2.....6....28....419..5....8...."
PUZZLES = [EASY, HARD, SEARCH, WRONG, SOLVED, MANY, "1.....2..3.....4"]


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("easy", [False, True])
def test_hints(puzzle: str, easy: bool) -> None:
    own = qedoku.Solver(max_level="easy", search=False) if easy else qedoku.Solver()
    options = ["--max-level", "easy", "--no-search"] if easy else []
    text = program("hint", puzzle, "--json", "--tell", "everything", *options)
    other = json.loads(text)
    hint = own.hint(puzzle)
    assert hint.claim == other.get("claim")
    assert hint.mistake == other.get("mistake", {}).get("sentence")
    assert hint.place == other.get("place")
    assert hint.houses == other.get("look", {}).get("houses", [])
    assert hint.cells == other.get("look", {}).get("cells", [])
    assert hint.technique == other.get("technique")
    step = hint.step
    if step is None:
        assert "step" not in other
    else:
        shown = {name: getattr(step, name) for name in other["step"]}
        assert shown == other["step"]


def test_all_steps_of_a_state() -> None:
    own = [step.sentence for step in qedoku.Solver().steps(HARD)]
    assert own == [step["sentence"] for step in json.loads(program("steps", HARD, "--json"))]


def test_misspelt_names() -> None:
    for name in ["fsh", "Swordfsh"]:
        with pytest.raises(qedoku.errors.OptionError) as raised:
            qedoku.Solver(off=[name])
        told = program("hint", EASY, "--off", name, status=None)
        assert str(raised.value) in told and str(raised.value.help) in told
        assert raised.value.code == "rule::unknown"


def test_hint_without_time_is_an_error() -> None:
    hint = qedoku.Solver(max_time=0.0).hint(HARD)
    assert str(hint) == "The time ran out before a step was found."
    assert hint.claim == "open"
    assert program("hint", HARD, "--max-time", "0") == f"{hint}\n"
