"""Exceptions, with the code, the places and the help text that the terminal shows.

>>> import qedoku
>>> try:
...     qedoku.Puzzle("5358..2.......1.86..4.9..3.3..2...17.....562.8..1..543.57...892.98....6.4.3.....1")
... except qedoku.PuzzleError as error:
...     print(error.code, error)
...     print(*error.places, sep="\\n")
puzzle::clash two 5s in row 1: r1c1 and r1c3
Place(name='<puzzle>', line=1, column=3, length=1, label='and this 5')
Place(name='<puzzle>', line=1, column=1, length=1, label='this 5')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = [
    "NotProvedError",
    "OptionError",
    "Place",
    "ProofError",
    "PuzzleError",
    "QedokuError",
    "RuleError",
    "Z3MissingError",
]


class Place(NamedTuple):
    """A place in a text. Lines and columns count from 1."""

    name: str
    line: int
    column: int
    length: int
    label: str


class QedokuError(Exception):
    """The base class of all errors of this package.

    ``code`` is a stable code, the same as in the terminal. ``places`` has the primary place first.
    ``help`` is a suggestion, and ``report`` the text that the terminal shows. If there are several
    problems, ``problems`` lists them all.
    """

    def __init__(
        self,
        message: str,
        code: str | None = None,
        help: str | None = None,
        places: Sequence[Place] = (),
        report: str = "",
        problems: Sequence[QedokuError] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.help = help
        self.places = list(places)
        self.report = report or message
        self.problems = list(problems)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors are pickled between the processes of a cluster.
        state = (self.message, self.code, self.help, self.places, self.report, self.problems)
        return type(self), state


class PuzzleError(QedokuError, ValueError):
    """Text that is not a puzzle."""


class RuleError(QedokuError, ValueError):
    """Mistakes in the text of rules."""


class ProofError(QedokuError, ValueError):
    """A proof that is not accepted, or cannot be read or exported."""


class OptionError(QedokuError, ValueError):
    """An invalid option."""


class NotProvedError(QedokuError):
    """Rules that are not proved sound, or not for this board."""


class Z3MissingError(QedokuError, NotImplementedError):
    """A function that needs a package built with Z3."""
