"""User rules, their verdicts, and mining."""

from __future__ import annotations

import pathlib

import pytest
import qedoku
import qedoku.mine
from common import HARD, mining, program

WRONG = """/// Wrong: the two cells need not see each other's digits.
rule wrong_pair {
  level hard
  score 100
  for   cells a, b, digits x, y
  when  every candidate of a is x or y
        every candidate of b is x or y
  then  eliminate x from cells seeing a and b
}
"""
RIGHT = """/// Two cells of a house with the same two digits.
rule right_pair {
  level hard
  score 100
  for   house H, cells S[2] in H, digits D[2]
  when  every candidate of S is in D
  then  eliminate D from H except S
}
"""

z3 = pytest.mark.skipif(not qedoku.has_z3, reason="the package was built without Z3")


def test_library_lists_its_rules() -> None:
    library = qedoku.Library()
    assert len(library) == len(list(library)) > 30
    fish = library["fish"]
    assert fish.name == "fish" and fish.text.lstrip().startswith("///") and "fish" in library
    assert fish.techniques[0].name == "X-Wing" and fish.techniques[0].instance == 2
    assert fish.test() == []


@z3
def test_unsound_rule_has_a_counterexample() -> None:
    rule = qedoku.Rule.from_text(WRONG)
    (verdict,) = rule.check()
    assert not verdict and verdict.verdict == "unsound" and verdict.code == "rule::unsound"
    assert verdict.board is not None and verdict.solution is not None and verdict.killed
    cell, digit = verdict.killed[0].split("=")
    row, column = (int(part) for part in cell[1:].split("c"))
    assert verdict.solution[(row - 1) * 9 + column - 1] == digit
    assert qedoku.Solver(search=True).solve(verdict.solution).solution == verdict.solution
    assert verdict.report is not None and "own.rule:" in verdict.report
    with pytest.raises(qedoku.NotProvedError) as raised:
        qedoku.Solver(qedoku.Library.from_text(WRONG))
    assert raised.value.code == "rule::not_proved"


@z3
def test_sound_rule_is_proved_and_used(tmp_path: pathlib.Path) -> None:
    (verdict,) = qedoku.Rule.from_text(RIGHT).check()
    assert verdict and verdict.scope == "on every board"
    file = tmp_path / "right.rule"
    file.write_text(RIGHT)
    solver = qedoku.Solver(file, off=["naked_subset"])
    told = program("steps", HARD, "--rules", str(file), "--rule", "right_pair")
    assert "".join(f"{step}\n" for step in solver.steps(HARD, rule="right_pair")) == told


@z3
def test_mining_answer_matches_the_program() -> None:
    asked = qedoku.mine.explain(HARD, "r1c5=7")
    assert f"{asked}\n" == program("mine", HARD, "--explain", "r1c5=7")
    assert asked.rule is not None and len(qedoku.Library.from_text(asked.rule).added) == 1
    with pytest.raises(qedoku.OptionError) as raised:
        qedoku.mine.explain(HARD, "r1c99")
    assert raised.value.code == "mine::no_candidate"


ONLY = ["naked_single", "hidden_single", "locked_candidates_1", "locked_candidates_2"]


@z3
def test_slices_add_up_to_one_run(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "some.sdm"
    puzzles = mining()[:8]
    file.write_text("\n".join(puzzles))
    whole = tmp_path / "whole"
    program("mine", str(file), "--only", ",".join(ONLY), "--size", "3", "--support", "2", "--quiet", "-o", str(whole))
    miner = qedoku.mine.Miner(only=ONLY, size=3)
    slices = [miner.records(puzzles[at::3], threads=1) for at in (2, 0, 1)]
    records = [record for part in slices for record in part]
    journal = "".join(f"{line}\n" for line in [miner.heading, *sorted(records)])
    assert journal == (whole / "found.jsonl").read_text()
    command = f"qedoku mine some.sdm --only {','.join(ONLY)} --size 3 --support 2"
    rules = miner.publish(puzzles, records, support=2, command=command)
    files = {path.name: path.read_text() for path in whole.glob("*.rule")}
    assert files and {f"{rule.name}.rule": rule.text for rule in rules} == files
