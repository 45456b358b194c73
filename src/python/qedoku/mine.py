"""New rules from puzzles on which the rules are stuck.

`explain` answers one question in full. A `Miner` makes records of slices of puzzles, on any number
of machines, and publishes the rules of all records: the same as ``qedoku mine`` on one machine,
byte by byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import _qedoku
from .errors import Z3MissingError

if TYPE_CHECKING or _qedoku.has_z3:
    from ._qedoku import Mined, Miner
else:

    def _missing(*_: object, **__: object) -> None:
        raise Z3MissingError("this package was built without Z3 and cannot mine")

    Mined = Miner = _missing

__all__ = ["Explanation", "Mined", "Miner", "explain"]


class Explanation(NamedTuple):
    """The reason why a candidate is impossible or true."""

    lines: list[str]
    """The explanation, line by line."""
    dot: str
    """The nearby candidates, in the language of Graphviz."""

    @property
    def rule(self) -> str | None:
        """The text of the first rule for the pattern, or None if it cannot be written."""
        starts = [i for i, line in enumerate(self.lines) if line.startswith(("///", "rule "))]
        if not starts:
            return None
        end = self.lines.index("}", starts[0])
        return "\n".join(self.lines[starts[0] : end + 1]) + "\n"

    def __str__(self) -> str:
        return "\n".join(self.lines)


def explain(
    puzzle: _qedoku.Puzzle | str,
    candidate: str,
    *,
    size: int = 4,
    hops: int | None = None,
    cells: bool = False,
    max_time: float | None = None,
) -> Explanation:
    """Explains why a candidate such as ``r1c3=6`` is impossible or true.

    >>> state = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4..."
    >>> print(explain(state, "r1c5=7").lines[1])
    r1c5=7 is impossible
    """
    if not _qedoku.has_z3:
        raise Z3MissingError("this package was built without Z3 and cannot explain candidates")
    return Explanation(
        *_qedoku.explain(puzzle, candidate, size=size, hops=hops, cells=cells, max_time=max_time)
    )
