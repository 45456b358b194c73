"""The questions of tests/whole/shells/questions.json, asked of Python and of the program.

`tests/whole/shells.rs` asks the page and the language server.
"""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from common import EASY, HARD, ROOT, program

import qedoku

TABLE = json.loads((ROOT / "tests/whole/shells/questions.json").read_text())


def questions(ask: str) -> list[Any]:
    """Returns the questions of one kind."""
    return [question for question in TABLE["questions"] if question["ask"] == ask]


def options(question: Any) -> list[str]:
    """Returns the options as arguments of the program."""
    arguments = ["--rule", question["technique"]] if "technique" in question else []
    for field, value in question.get("how", {}).items():
        if field == "search":
            arguments.append("--no-search")
        elif isinstance(value, list):
            arguments += [word for name in value for word in (f"--{field}", name)]
        else:
            arguments += ["--" + field.replace("_", "-"), value]
    return arguments


def puzzle(question: Any) -> str:
    """Returns the puzzle of a question."""
    return str(TABLE["puzzles"][question["puzzle"]])


def refused(question: Any, command: str) -> bool:
    """Returns whether a question is refused, by Python and the program in the same words."""
    if "error" not in question:
        return False
    with pytest.raises(qedoku.errors.QedokuError) as raised:
        solver = qedoku.Solver(**question.get("how", {}))
        next(iter(solver.steps(puzzle(question), rule=question.get("technique"))))
    told = program(command, puzzle(question), *options(question), status=None)
    assert raised.value.code == question["error"] and question["error"] in told
    assert str(raised.value) in told
    # A suggestion is the same. Where the names are listed depends on the shell.
    help = str(raised.value.help or "")
    assert help in told or not help.startswith("did you mean")
    return True


def assert_same_step(step: Any, other: dict[str, Any]) -> None:
    """Asserts that a step has all fields of the program's."""
    assert {name: getattr(step, name) for name in other} == other


@pytest.mark.parametrize("question", questions("hint"), ids=str)
def test_hints(question: Any) -> None:
    if refused(question, "hint"):
        return
    hint = qedoku.Solver(**question.get("how", {})).hint(puzzle(question))
    tell = ["--json", "--tell", "everything"]
    other = json.loads(program("hint", puzzle(question), *tell, *options(question)))
    assert hint.claim == other.get("claim")
    assert hint.mistake == other.get("mistake", {}).get("sentence")
    assert hint.place == other.get("place")
    assert hint.houses == other.get("look", {}).get("houses", [])
    assert hint.cells == other.get("look", {}).get("cells", [])
    assert hint.technique == other.get("technique")
    if hint.step is None:
        assert "step" not in other
    else:
        assert_same_step(hint.step, other["step"])


@pytest.mark.parametrize("question", questions("path"), ids=str)
def test_paths(question: Any) -> None:
    if refused(question, "solve"):
        return
    solver = qedoku.Solver(**question["how"])
    solution = solver.solve(puzzle(question))
    other = json.loads(program("solve", puzzle(question), "--json", *options(question)))
    assert solution.claim == other["claim"]
    assert len(solution.steps) == len(other["steps"])
    for step, shown in zip(solution.steps, other["steps"]):
        assert_same_step(step, shown)
    grade = solver.grade(puzzle(question))
    for field in ("level", "hardest", "score", "steps"):
        assert getattr(grade, field) == other["grade"][field], field


@pytest.mark.parametrize("question", questions("steps"), ids=str)
def test_steps(question: Any) -> None:
    if refused(question, "steps"):
        return
    technique = question.get("technique")
    steps = list(qedoku.Solver().steps(puzzle(question), rule=technique))
    other = json.loads(program("steps", puzzle(question), "--json", *options(question)))
    assert len(steps) == len(other)
    for step, shown in zip(steps, other):
        assert_same_step(step, shown)


@pytest.mark.parametrize("question", questions("mistakes"), ids=str)
def test_mistakes(question: Any, tmp_path: pathlib.Path) -> None:
    text = TABLE["rules"][question["rule"]]
    path = tmp_path / "a.rule"
    path.write_text(text)
    try:
        qedoku.Library.from_text(text)
    except qedoku.errors.RuleError as error:
        told = program("rules", "check", "--text-only", str(path), status=None)
        problems = error.problems or [error]
        assert told.count("a.rule:") == len(problems)
        for problem in problems:
            place = problem.places[0]
            assert f"a.rule:{place.line}:{place.column}" in told
            for words in (problem.code, str(problem), place.label, problem.help):
                assert str(words or "") in told
    else:
        program("rules", "check", "--text-only", str(path))


@pytest.mark.parametrize("question", questions("verdict"), ids=str)
def test_verdicts(question: Any, tmp_path: pathlib.Path) -> None:
    text = TABLE["rules"][question["rule"]]
    path = tmp_path / "a.rule"
    path.write_text(text)
    [verdict] = qedoku.Library.from_text(text).check()
    command = ["rules", "check", "--json", str(path)]
    status = 0 if verdict else 1
    [other] = json.loads(program(*command, status=status))
    assert (verdict.rule, verdict.name, verdict.verdict) == (
        other["rule"],
        other["name"],
        other["verdict"],
    )
    wrong = other.get("counterexample", {})
    assert verdict.sentence == wrong.get("sentence")
    assert verdict.solution == wrong.get("solution")
    assert verdict.killed == wrong.get("killed", [])


def test_hint_without_time_is_an_error() -> None:
    hint = qedoku.Solver(max_time=0.0).hint(HARD)
    assert str(hint) == "The time ran out before a step was found."
    assert hint.claim == "open"
    assert program("hint", HARD, "--max-time", "0") == f"{hint}\n"
    assert str(qedoku.Solver().hint(EASY)) != str(hint)
