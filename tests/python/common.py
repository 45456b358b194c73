"""Code shared by the tests: puzzles, and the program to compare with."""

from __future__ import annotations

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4..."
SEARCH = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
CLASH = "5358..2.......1.86..4.9..3.3..2...17.....562.8..1..543.57...892.98....6.4.3.....1"


def program(*arguments: str, status: int | None = 0) -> str:
    """Returns the output of `qedoku`. With `status=None` the command must fail, and both streams
    are returned.
    """
    own = os.environ.get("QEDOKU_PROGRAM", str(ROOT / "target/debug/qedoku"))
    done = subprocess.run([own, *arguments], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode in ((1, 2, 3) if status is None else (status,)), done.stderr
    return done.stdout if status == 0 else done.stdout + done.stderr


def mining() -> list[str]:
    """Returns puzzles of the collection that comes with the program."""
    lines = (ROOT / "puzzles/mining.sdm").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]
