"""A proof-producing logic engine for Sudoku.

Every elimination carries a certificate, and a solved puzzle is a proof that an independent checker
accepts.

>>> import qedoku
>>> puzzle = qedoku.Puzzle(".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...")
>>> qedoku.grade(puzzle)
<Grade: unfair, hardest AIC, score 6608>
>>> print(qedoku.hint(puzzle))
Naked Single: look at box 4.
>>> proof = qedoku.prove(puzzle)
>>> proof.check()
<Checked: accepted: the only solution is 783219654415876392926345178149683725657492831832157946298531467574968213361724589 (steps: 88)>

Functions use the standard library of rules. A `Solver` has its own rules and options, and can be
reused for many puzzles. Pass puzzles as `Puzzle` or as text. Python's lock is released during the
work, and Ctrl-C stops it.
"""

from __future__ import annotations

import functools
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as _Path
from typing import Any, Union

from . import errors
from ._qedoku import (
    Checked,
    Creator,
    Grade,
    Grades,
    Hint,
    Library,
    Path,
    Proof,
    Puzzle,
    Puzzles,
    Rule,
    Solved,
    Solver,
    Step,
    Steps,
    Table,
    Technique,
    Variant,
    __version__,
    has_z3,
)
from .errors import (
    NotProvedError,
    OptionError,
    Place,
    ProofError,
    PuzzleError,
    QedokuError,
    RuleError,
    Z3MissingError,
)

__all__ = [
    "Checked",
    "Grade",
    "Hint",
    "Library",
    "NotProvedError",
    "OptionError",
    "Path",
    "Place",
    "Proof",
    "ProofError",
    "Puzzle",
    "PuzzleError",
    "QedokuError",
    "Rule",
    "RuleError",
    "Solved",
    "Solver",
    "Step",
    "Table",
    "Technique",
    "Variant",
    "Z3MissingError",
    "__version__",
    "create",
    "errors",
    "grade",
    "grade_batch",
    "grade_stream",
    "has_z3",
    "hint",
    "load",
    "prove",
    "read",
    "solve",
    "steps",
]

_PathLike = Union[str, "os.PathLike[str]"]


@functools.lru_cache(maxsize=None)
def _solver() -> Solver:
    """The solver of the module functions: standard rules, default options."""
    return Solver()


def solve(puzzle: Puzzle | Variant | str) -> Solved:
    """Solves a puzzle. The result has the steps and the proved claim.

    >>> solved = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> solved.claim, len(solved.steps)
    ('unique', 51)
    >>> print(solved.steps[0])
    Naked Single: 3 is the only candidate of r8c8 => r8c8=3
    """
    return _solver().solve(puzzle)


def steps(state: Puzzle | str, *, rule: str | None = None, level: str | None = None) -> Steps:
    """Finds every step of the rules in a state, the simplest techniques first, one at a time.

    >>> state = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(next(steps(state, rule="naked_single")))
    Naked Single: 3 is the only candidate of r8c8 => r8c8=3
    """
    return _solver().steps(state, rule=rule, level=level)


def hint(puzzle: Puzzle | Variant | str) -> Hint:
    """The next step, or the entry that cannot be right.

    >>> found = hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> found.technique, found.place
    ('Naked Single', 'box 9')
    """
    return _solver().hint(puzzle)


def grade(puzzle: Puzzle | Variant | str) -> Grade:
    """Rates the difficulty of a puzzle.

    >>> found = grade(".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...")
    >>> found.level, found.hardest, found.score
    ('unfair', 'AIC', 6608)
    """
    return _solver().grade(puzzle)


def prove(puzzle: Puzzle | Variant | str) -> Proof:
    """Solves a puzzle and returns the proof, accepted by the independent checker.

    >>> proof = prove("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> print(proof.text.splitlines()[0])
    qed 1
    >>> bool(proof.check())
    True
    """
    return _solver().prove(puzzle)


def create(count: int | None = None, *, seed: int | None = None, size: int = 9) -> Creator:
    """Generates minimal puzzles with one solution: `count` of them, or without end.

    Equal seeds give equal puzzles.

    >>> [str(puzzle) for puzzle in create(2, seed=7, size=4)] == [str(puzzle) for puzzle in create(2, seed=7, size=4)]
    True
    """
    return Creator(count, secrets.randbelow(10**9) if seed is None else seed, size)


def read(path: _PathLike, *, errors: str = "raise") -> Iterator[Puzzle]:
    """Reads the puzzles of a file in any common format, one at a time.

    With ``errors="skip"``, text that is not a puzzle is skipped.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.txt")
    >>> _ = file.write_text("1.....2..3.....4\\n1.....2..3......\\n")
    >>> [puzzle.clues for puzzle in read(file)]
    [4, 3]
    """
    if errors not in ("raise", "skip"):
        raise OptionError(f"errors must be `raise` or `skip`, not `{errors}`")
    with open(path, "rb") as file:
        yield from Puzzles(file, os.fspath(path), errors == "skip")


def load(paths: _PathLike | Iterable[_PathLike], *, standard: bool = True) -> Library:
    """Loads rule files, or folders of them, and adds them to the standard library."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    sources: list[tuple[str, str]] = []
    for path in map(_Path, paths):
        files = sorted(path.rglob("*.rule")) if path.is_dir() else [path]
        for file in files:
            shown = file.relative_to(path) if path.is_dir() else file
            sources.append((str(shown), file.read_text(encoding="utf-8")))
    return Library(sources, standard=standard)


def grade_stream(
    table: Any,
    *,
    puzzles: str = "puzzle",
    columns: Sequence[str] | None = None,
    scales: Sequence[str] = (),
    keep: Sequence[str] = (),
    threads: int = 0,
    solver: Solver | None = None,
) -> Iterator[Table]:
    """Grades a table batch by batch. Only one batch of a stream is in memory.

    The arguments are those of `grade_batch`.
    """
    if solver is None:
        solver = Solver(scales=list(scales)) if scales else _solver()
    elif scales:
        raise OptionError("pass scales to the Solver, not together with one")
    names = None if columns is None else list(columns)
    return Grades(solver, table, puzzles, names, list(keep), threads)


def grade_batch(
    table: Any,
    *,
    puzzles: str = "puzzle",
    columns: Sequence[str] | None = None,
    scales: Sequence[str] = (),
    keep: Sequence[str] = (),
    threads: int = 0,
    solver: Solver | None = None,
) -> Table:
    """Grades a table of puzzles on all cores: one output row per row, in the same order.

    ``table`` is any object with Arrow's C interface: a table, batch or reader of pyarrow, or a
    frame of polars, pandas or DuckDB. The result has this interface, too, and nothing is copied.
    ``puzzles`` names the column with the texts of the puzzles. ``columns`` are the computed
    columns, ``keep`` the input columns to keep. ``scales`` adds the ratings ``B`` and ``W``. A row
    that is not a puzzle has only its text, ``error`` and ``code``.

    >>> import pyarrow
    >>> rows = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "12"]
    >>> table = grade_batch(pyarrow.table({"puzzle": rows}), columns=["level", "score", "code"])
    >>> pyarrow.table(table).to_pylist()
    [{'level': 'easy', 'score': 204, 'code': None}, {'level': None, 'score': None, 'code': 'puzzle::wrong_length'}]
    """
    stream = grade_stream(
        table, puzzles=puzzles, columns=columns, scales=scales, keep=keep, threads=threads, solver=solver
    )
    assert isinstance(stream, Grades)
    return stream.table()


def __getattr__(name: str) -> Any:
    # Mining and the cluster workers are imported on first use.
    if name in ("mine", "cluster"):
        import importlib

        return importlib.import_module(f"qedoku.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
