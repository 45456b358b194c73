"""The package agrees with the program and follows Python conventions."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import qedoku
from common import CLASH, EASY, HARD, ROOT, SEARCH, mining, program


def test_grades_match_the_program() -> None:
    puzzles = mining()[:40]
    told = program("grade", "--json", "--quiet", *puzzles).splitlines()
    assert [qedoku.grade(puzzle).json() for puzzle in puzzles] == told
    rated = qedoku.Solver(scales=["W", "B"]).grade(HARD)
    assert rated.json() == program("grade", "--json", "--quiet", "--scale", "W", "--scale", "B", HARD).strip()
    assert set(rated.scales) == {"B", "W"}


def test_ratings_of_sudoku_explainer_match_the_program() -> None:
    rated = qedoku.Solver(scales=["SE"]).grade(SEARCH)
    told = json.loads(program("grade", "--json", "--quiet", "--scale", "SE", SEARCH))
    assert rated.scales == {name: told[name] for name in ["SE", "SE_EP", "SE_ED"]}
    assert rated.scales["SE"] > 9.0


@pytest.mark.parametrize("puzzle", [EASY, HARD, SEARCH])
def test_proofs_match_the_program(puzzle: str) -> None:
    proof = qedoku.prove(puzzle)
    assert proof.text == program("prove", puzzle)
    checked = proof.check()
    assert checked and checked.claim == "unique" and checked.solutions == [qedoku.solve(puzzle).solution]


def test_paths_and_hints_match_the_program() -> None:
    told = json.loads(program("solve", "--json", HARD))
    solved = qedoku.solve(HARD)
    assert [step.sentence for step in solved.steps] == [step["sentence"] for step in told["steps"]]
    assert [step.certificate for step in solved.steps] == [step["certificate"] for step in told["steps"]]
    assert solved.state == told["state"] and solved.claim == told["claim"]
    hint = qedoku.hint(HARD)
    assert f"{hint}\n" == program("hint", HARD)
    assert hint.step is not None and hint.step.sentence == solved.steps[0].sentence
    state = "".join(solved.state.split("\n"))
    assert qedoku.hint(state).claim == "unique"


def test_steps_match_the_program() -> None:
    told = program("steps", HARD, "--rule", "locked_candidates_1").splitlines()
    assert [str(step) for step in qedoku.steps(HARD, rule="locked_candidates_1")] == told


def test_paths_and_files_are_read_on_demand(tmp_path: pathlib.Path) -> None:
    path = qedoku.Solver().path(SEARCH)
    first = next(path)
    assert path.claim == "open" and first.sentence
    file = tmp_path / "many.txt"
    file.write_text("\n".join([EASY, CLASH, HARD]))
    puzzles = qedoku.read(file)
    assert next(puzzles) == qedoku.Puzzle(EASY)
    with pytest.raises(qedoku.PuzzleError) as raised:
        next(puzzles)
    assert raised.value.places[0].line == 2 and raised.value.places[0].name == str(file)
    assert [puzzle.givens for puzzle in qedoku.read(file, errors="skip")] == [EASY, HARD]


def test_created_puzzles_match_the_program() -> None:
    told = program("create", "3", "--seed", "5").split()
    assert [str(puzzle) for puzzle in qedoku.create(3, seed=5)] == told
    endless = qedoku.create(size=4)
    assert len({str(next(endless)) for _ in range(20)}) > 1


BAD = [CLASH, "12", EASY[:-1] + "q", EASY + EASY[:5], "", "1234\n5678\n12", f"{EASY}\n{HARD}"]


@pytest.mark.parametrize("text", BAD)
def test_errors_match_the_program(text: str, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    with pytest.raises(qedoku.PuzzleError) as raised:
        qedoku.Puzzle(text, name=str(file))
    error = raised.value
    told = program("show", str(file), status=1)
    assert error.code is not None and error.code in told, told
    # The terminal wraps long lines.
    assert "".join(str(error).split()) in "".join(told.replace("│", "").split()), told
    if error.places:
        place = error.places[0]
        assert f"{file}:{place.line}:{place.column}]" in told.replace("\n", ""), (place, told)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.places, str(again)) == (error.code, error.places, str(error))


def test_rule_errors_match_the_program(tmp_path: pathlib.Path) -> None:
    text = "rule own {\n  for digit d, houses A, B\n  when every d in A is in C\n  then eliminate d from B except A\n}\n"
    file = tmp_path / "own.rule"
    file.write_text(text)
    with pytest.raises(qedoku.RuleError) as raised:
        qedoku.Library.from_text(text, name=str(file))
    error = raised.value
    told = program("rules", "check", str(file), status=1)
    assert [problem.code for problem in error.problems] and all((p.code or "?") in told for p in error.problems)
    place = error.places[0]
    assert f"{file}:{place.line}:{place.column}]" in told.replace("\n", ""), (place, told)


def test_invalid_options_are_refused() -> None:
    for wrong in [{"max_level": "evil"}, {"off": ["fsh"]}, {"scales": ["X"]}, {"max_time": -1.0}]:
        with pytest.raises(qedoku.OptionError):
            qedoku.Solver(**wrong)
    with pytest.raises(qedoku.OptionError, match="size|rows"):
        qedoku.create(1, size=5)
    with pytest.raises(TypeError):
        qedoku.grade(5)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="did you mean `fish`"):
        qedoku.Library()["fsh"]


def test_options_match_the_program() -> None:
    solver = qedoku.Solver(max_level="easy", search=False)
    assert solver.grade(HARD).json() == program("grade", "--json", "--quiet", "--max-level", "easy", "--no-search", HARD).strip()
    assert solver.solve(HARD).claim == "open"
    assert qedoku.Solver(max_steps=3).solve(HARD).steps[2].name == qedoku.solve(HARD).steps[2].name
    assert len(qedoku.Solver(max_steps=3).solve(HARD).steps) == 3
    unique = qedoku.Solver(assume_unique=True)
    assert unique.prove(HARD).check().assumes_unique is False


def test_puzzles_are_values() -> None:
    puzzle = qedoku.Puzzle(HARD)
    assert puzzle == qedoku.Puzzle(HARD.replace(".", "0")) and hash(puzzle) == hash(qedoku.Puzzle(HARD))
    assert puzzle != qedoku.Puzzle(EASY) and puzzle != HARD
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    state = qedoku.Puzzle(qedoku.Solver(max_steps=30).solve(HARD).state)
    assert pickle.loads(pickle.dumps(state)) == state
    assert qedoku.Puzzle(puzzle.show()).candidates == puzzle.candidates
    assert puzzle._repr_svg_().startswith("<svg")
    step = qedoku.solve(HARD).steps[-1]
    assert "placed" in step._repr_svg_() and "truth" not in step._repr_svg_()
    assert "truth" in step.svg(layer="proof")


def test_wrong_proofs_are_rejected_with_the_same_code(tmp_path: pathlib.Path) -> None:
    lines = qedoku.prove(EASY).text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("single"))
    wrong = qedoku.Proof("\n".join([*lines[:at], *lines[at + 3 :]]) + "\n")
    checked = wrong.check()
    assert not checked and checked.verdict == "rejected"
    file = tmp_path / "wrong.qed"
    file.write_text(wrong.text)
    told = json.loads(program("check", "--json", str(file), status=1))[0]
    assert (told["code"], told["line"]) == (checked.code, checked.line)
    with pytest.raises(qedoku.ProofError):
        wrong.export("json")
    with pytest.raises(qedoku.ProofError, match="there is no step"):
        qedoku.prove(EASY).explain(10_000)


def test_exports_and_explanations_match_the_program(tmp_path: pathlib.Path) -> None:
    proof = qedoku.prove(HARD)
    file = tmp_path / "hard.qed"
    file.write_text(proof.text)
    for format in ("veripb", "lrat", "drat", "json", "tex"):
        program("export", str(file), "--to", format, "-o", str(tmp_path))
        for extension, text in proof.export(format).items():  # type: ignore[arg-type]
            assert text == (tmp_path / f"hard.{extension}").read_text(), extension
    assert proof.explain(3) in program("check", str(file), "--explain", "3")


def test_other_threads_keep_running() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    solver = qedoku.Solver(off=[], max_level="easy")
    solver.grade(SEARCH)
    thread.start()
    before = counted
    for _ in range(3):
        solver.grade(SEARCH)
    done.set()
    thread.join()
    assert counted - before > 2


LONG = """
    import qedoku, pyarrow, sys
    many = pyarrow.table({{"puzzle": ["{puzzle}"] * 200_000}})
    print("ready", flush=True)
    try:
        {work}
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(7)
"""


@pytest.mark.parametrize("work", ["qedoku.grade_batch(many)", "[qedoku.grade(many['puzzle'][0].as_py()) for _ in range(100_000)]"])
def test_ctrl_c_ends_long_work(work: str) -> None:
    script = textwrap.dedent(LONG).format(puzzle=SEARCH, work=work)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 7
    assert process.stdout.read() == "interrupted\n"
    assert time.monotonic() - begun < 20


def resident() -> int:
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="no /proc")
def test_memory_stays_flat() -> None:
    calls = int(os.environ.get("QEDOKU_CALLS", "3000"))
    small = next(qedoku.create(1, seed=3, size=4))

    def use(times: int) -> None:
        solver = qedoku.Solver()
        for _ in range(times):
            solver.grade(small)
            solver.solve(small).steps[0].certificate
            next(solver.path(small))
            try:
                qedoku.Puzzle("12")
            except qedoku.PuzzleError:
                pass

    use(500)
    before = resident()
    use(calls)
    grown = resident() - before
    print(f"{calls} calls of each sort: {grown / 1e6:.1f} MB more")
    assert grown < 8_000_000, f"{grown} bytes more"
