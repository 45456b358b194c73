"""Workers for every engine: Ray, Spark, Dask, or a plain loop.

Each class is constructed once per worker, where it loads the rules, and is then called for each
batch: a pyarrow table in, a pyarrow table out, one row per row. The result depends only on the
batch. An engine may therefore repeat a batch on another worker and gets the same result.

>>> import pyarrow
>>> rows = ["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "12"]
>>> batch = pyarrow.table({"puzzle": rows})
>>> Grade(columns=["level", "code"])(batch).to_pylist()
[{'level': 'easy', 'code': None}, {'level': None, 'code': 'puzzle::wrong_length'}]
>>> Prove()(batch).column("claim").to_pylist()
['unique', None]

`docs/clusters.md` has recipes for each engine and their costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import Library, QedokuError, Solver, grade_batch

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Grade", "Mine", "Prove", "in_arrow"]


def _solver(rules: Sequence[tuple[str, str]], options: dict[str, Any]) -> Solver:
    """The solver of a worker. Rules are sent as pairs of a name and a text."""
    return Solver(Library(list(rules)) if rules else None, **options)


class Grade:
    """Grades batches, as `qedoku.grade_batch` does.

    With one worker per core, each should have one thread; ``threads=0`` uses all cores. ``rules``
    are pairs of a name and the text of a rule file, ``options`` those of `qedoku.Solver`.
    """

    def __init__(
        self,
        *,
        puzzles: str = "puzzle",
        columns: Sequence[str] | None = None,
        keep: Sequence[str] = (),
        threads: int = 1,
        rules: Sequence[tuple[str, str]] = (),
        **options: Any,
    ) -> None:
        self._solver = _solver(rules, options)
        self._arguments: dict[str, Any] = {"puzzles": puzzles, "columns": columns, "keep": keep, "threads": threads}

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        """The grades of a batch."""
        return grade_batch(batch, solver=self._solver, **self._arguments).to_pyarrow()


class Prove:
    """Proves the puzzles of batches. Every proof is checked by the worker.

    The columns are ``puzzle``, ``claim``, ``proof`` (the text of a ``.qed`` file), ``steps``,
    ``error`` and ``code``.
    """

    def __init__(
        self,
        *,
        puzzles: str = "puzzle",
        rules: Sequence[tuple[str, str]] = (),
        **options: Any,
    ) -> None:
        self._solver = _solver(rules, options)
        self._puzzles = puzzles

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        """The proofs of a batch."""
        import pyarrow

        rows = [self._row(text) for text in batch.column(self._puzzles).to_pylist()]
        text, number = pyarrow.string(), pyarrow.int64()
        names = {"puzzle": text, "claim": text, "proof": text, "steps": number, "error": text, "code": text}
        return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(names.items()))

    def _row(self, text: str | None) -> dict[str, Any]:
        try:
            proof = self._solver.prove(text or "")
        except QedokuError as error:
            return {"puzzle": text, "error": str(error), "code": error.code}
        checked = proof.check()
        return {"puzzle": text, "claim": checked.claim, "proof": proof.text, "steps": checked.steps}


class Mine:
    """Mines slices of puzzles: one record each, as in ``found.jsonl``.

    Collect the column ``record`` of all slices and publish it with a `qedoku.mine.Miner` of the
    same options. The rules equal those that ``qedoku mine`` finds in all puzzles on one machine.
    """

    def __init__(self, *, puzzles: str = "puzzle", threads: int = 1, **options: Any) -> None:
        from .mine import Miner

        self._miner = Miner(**options)
        self._puzzles, self._threads = puzzles, threads

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        """The records of a batch."""
        import pyarrow

        puzzles = batch.column(self._puzzles).to_pylist()
        records = self._miner.records(puzzles, threads=self._threads)
        return pyarrow.table({"puzzle": puzzles, "record": records})


def in_arrow(
    worker: type[Grade] | type[Prove] | type[Mine], **options: Any
) -> Any:
    """A function for engines that pass an iterator of batches, such as Spark's ``mapInArrow``.

    >>> import pyarrow
    >>> batches = pyarrow.table({"puzzle": ["1.....2..3.....4"]}).to_batches()
    >>> [batch.num_rows for batch in in_arrow(Grade)(batches)]
    [1]
    """

    def batches(incoming: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        work = worker(**options)
        for batch in incoming:
            yield from work(pyarrow.Table.from_batches([batch])).to_batches()

    return batches
