"""Cost of the Python package compared with the program: `python measure.py FILE [ROWS [ROUNDS]]`.

Needs a wheel built with --release. Both CPU time (machines are shared) and wall-clock time are
measured, and the results of both are compared.
"""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys
import time

import pyarrow
import qedoku


def used(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def batches(file: str, rows: int, rounds: int) -> None:
    """Times `grade_batch` and the command on the same puzzles, in turns."""
    program = os.environ.get("QEDOKU_PROGRAM", "target/release/qedoku")
    lines = [line.split("\t")[0] for line in pathlib.Path(file).read_text().splitlines()]
    puzzles = [line for line in lines if len(line) == 81 and line[0] in ".0123456789"][:rows]
    given = "\n".join(puzzles)
    command = [program, "grade", "-", "--format", "csv", "--quiet"]
    table = pyarrow.table({"puzzle": puzzles})
    for _ in range(rounds):
        before, begun = used(resource.RUSAGE_CHILDREN), time.monotonic()
        told = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
        program_cpu, program_wall = used(resource.RUSAGE_CHILDREN) - before, time.monotonic() - begun
        before, begun = used(resource.RUSAGE_SELF), time.monotonic()
        found = qedoku.grade_batch(table)
        own_cpu, own_wall = used(resource.RUSAGE_SELF) - before, time.monotonic() - begun
        scores = [int(line.split(",")[3]) for line in told.splitlines()[1:]]
        assert found.to_pyarrow()["score"].to_pylist() == scores, "the scores differ"
        print(
            f"{len(puzzles)} rows: program {program_cpu:.2f} s CPU, {program_wall:.2f} s; grade_batch {own_cpu:.2f} s CPU, "
            f"{own_wall:.2f} s; throughput {100 * program_cpu / own_cpu:.1f} % by CPU, {100 * program_wall / own_wall:.1f} % by the clock",
            flush=True,
        )


def calls() -> None:
    """Times a call that does almost nothing: a solved grid is graded without a step."""
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    puzzle, solver = qedoku.Puzzle(grid), qedoku.Solver()
    table = pyarrow.table({"puzzle": [grid] * 100_000})
    solver.grade(puzzle)
    best = []
    for _ in range(5):
        before = time.thread_time()
        for _ in range(20_000):
            solver.grade(puzzle)
        single = (time.thread_time() - before) / 20_000
        before = used(resource.RUSAGE_SELF)
        qedoku.grade_batch(table, solver=solver, columns=["score"], threads=1)
        rust = (used(resource.RUSAGE_SELF) - before) / 100_000
        best.append((single, rust))
    single, rust = min(b[0] for b in best) * 1e6, min(b[1] for b in best) * 1e6
    print(f"a call of grade: {single:.1f} microseconds; the same in Rust, with reading the text: {rust:.1f}")


if __name__ == "__main__":
    calls()
    if len(sys.argv) > 1:
        numbers = [int(number) for number in sys.argv[2:]]
        batches(sys.argv[1], *(numbers + [20_000, 3][len(numbers) :]))
