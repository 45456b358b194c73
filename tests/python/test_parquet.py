"""Parquet files with the program: `qedoku grade IN.parquet -o OUT.parquet`."""

from __future__ import annotations

import pathlib
import shutil

import pyarrow
import pyarrow.parquet as parquet
import pytest
import qedoku
from common import CLASH, EASY, HARD, SEARCH, program

WITHOUT = "built without Parquet" in program("grade", "in.parquet", "-o", "out.parquet", status=None)
pytestmark = pytest.mark.skipif(WITHOUT, reason="bash tests/python/run.sh parquet builds the program for it")

ROWS = [EASY, CLASH, None, HARD, SEARCH]


def written(folder: pathlib.Path, columns: dict[str, object], name: str = "in.parquet", **options: object) -> str:
    path = folder / name
    parquet.write_table(pyarrow.table(columns), path, **options)
    return str(path)


@pytest.mark.parametrize("compression", ["snappy", "zstd", "gzip", "none"])
def test_grades_match_the_package(tmp_path: pathlib.Path, compression: str) -> None:
    columns = {"id": range(len(ROWS)), "puzzle": ROWS, "score": ["a column of its own name"] * len(ROWS)}
    source, out = written(tmp_path, columns, compression=compression), str(tmp_path / "out.parquet")
    # Two rows are not puzzles, so the exit code is not 0.
    program("grade", source, "-o", out, "--quiet", status=1)
    found = parquet.read_table(out)
    table = parquet.read_table(source)
    expected = qedoku.grade_batch(table, keep=["id"]).to_pyarrow()
    assert found.column_names == expected.column_names
    assert found.to_pylist() == expected.to_pylist()
    assert found["code"].to_pylist()[1:3] == ["puzzle::clash", "puzzle::null"]


def test_order_is_kept_across_batches(tmp_path: pathlib.Path) -> None:
    few = [str(puzzle) for puzzle in qedoku.create(50, seed=4, size=4)]
    puzzles = [few[number % len(few)] for number in range(10_000)]
    columns = {"id": range(len(puzzles)), "puzzle": puzzles}
    source, out = written(tmp_path, columns, row_group_size=700), str(tmp_path / "out.parquet")
    assert "10000" in program("grade", source, "-o", out).replace(",", "")
    found = parquet.read_table(out)
    assert found["id"].to_pylist() == list(range(len(puzzles))) and found["puzzle"].to_pylist() == puzzles
    assert set(found["claim"].to_pylist()) == {"unique"}
    # Two input files give one output file.
    again = str(tmp_path / "twice.parquet")
    program("grade", source, source, "-o", again, "--quiet")
    assert parquet.read_table(again).num_rows == 2 * len(puzzles)


def test_empty_file_is_accepted(tmp_path: pathlib.Path) -> None:
    nothing = {"puzzle": pyarrow.array([], pyarrow.string())}
    out = tmp_path / "out.parquet"
    program("grade", written(tmp_path, nothing), "-o", str(out))
    assert parquet.read_table(out).num_rows == 0


def test_wrong_files_are_refused_and_leave_nothing(tmp_path: pathlib.Path) -> None:
    good = written(tmp_path, {"puzzle": [EASY]})
    whole = pathlib.Path(good).read_bytes()
    text, cut, broken = (str(tmp_path / f"{name}.parquet") for name in ("text", "cut", "broken"))
    pathlib.Path(text).write_text(EASY)
    pathlib.Path(cut).write_bytes(whole[: len(whole) // 2])
    pathlib.Path(broken).write_bytes(whole[:4] + bytes(40) + whole[44:])
    other = written(tmp_path, {"grid": [EASY]}, "other.parquet")
    numbers = written(tmp_path, {"puzzle": [1, 2]}, "numbers.parquet")
    out = tmp_path / "out.parquet"
    before = sorted(tmp_path.iterdir())
    cases = [
        ([text], "is no Parquet file"),
        ([cut], "is no Parquet file"),
        ([broken], "cannot be read"),
        ([str(tmp_path / "missing.parquet")], "missing.parquet"),
        ([other], "puzzle"),
        ([numbers], "has no text"),
        ([good, other], "has other columns"),
        ([good, "--json"], "without --resume, --json"),
        ([good, str(tmp_path / "plain.txt")], "Parquet files go into one Parquet file"),
    ]
    for arguments, words in cases:
        told = program("grade", *arguments, "-o", str(out), status=None)
        assert words in " ".join(told.replace("│", " ").split()), (arguments, told)
        assert sorted(tmp_path.iterdir()) == before, arguments
    shutil.copy(good, tmp_path / "same.parquet")
    same = str(tmp_path / "same.parquet")
    program("grade", same, "-o", same, status=None)
    assert pathlib.Path(same).read_bytes() == whole
    assert "IN.parquet -o OUT.parquet" in program("grade", good, status=None)
