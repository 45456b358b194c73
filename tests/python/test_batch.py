"""Tables: any library with Arrow's capsules, all cores, the order kept, errors in a column."""

from __future__ import annotations

import json
import multiprocessing
import pathlib

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
import qedoku
from common import CLASH, EASY, HARD, SEARCH, mining, program

ROWS = [EASY, CLASH, None, HARD, "", EASY[:40], SEARCH, *mining()[:12]]


def told(puzzles: list[str | None]) -> list[dict[str, object]]:
    """Returns the rows as computed by the program and by single calls."""
    rows: list[dict[str, object]] = []
    for text in puzzles:
        try:
            rows.append(json.loads(qedoku.grade(text or "").json()))
        except qedoku.PuzzleError as error:
            rows.append({"code": error.code, "error": str(error)})
    return rows


def as_rows(table: pyarrow.Table) -> list[dict[str, object]]:
    rows = []
    for row in table.to_pylist(maps_as_pydicts="strict"):
        if row["code"] == "puzzle::null":
            row = {**row, "code": "puzzle::empty", "error": "there is no puzzle in <puzzle>"}
        if row["error"] is not None:
            row = {"code": row["code"], "error": row["error"].replace("<row>", "<puzzle>")}
        else:
            del row["error"], row["code"]
        rows.append(row)
    return rows


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_rows_match_single_calls(threads: int) -> None:
    table = qedoku.grade_batch(pyarrow.table({"puzzle": ROWS}), threads=threads)
    assert len(table) == len(ROWS)
    assert as_rows(table.to_pyarrow()) == told(ROWS)


def test_data_frame_libraries_are_supported() -> None:
    puzzles = [EASY, HARD, "12"]
    expected = pyarrow.table(qedoku.grade_batch(pyarrow.table({"puzzle": puzzles}))).drop_columns(["techniques"])
    names = expected.column_names
    inputs = [
        pyarrow.record_batch({"puzzle": puzzles}),
        pyarrow.table({"puzzle": puzzles}).to_reader(),
        pyarrow.table({"puzzle": pyarrow.array(puzzles, pyarrow.large_string())}),
        pyarrow.table({"puzzle": pyarrow.array(puzzles, pyarrow.string_view())}),
        polars.DataFrame({"puzzle": puzzles}),
        pandas.DataFrame({"puzzle": puzzles}),
        duckdb.sql(f"select unnest({puzzles!r}) as puzzle"),
    ]
    for table in inputs:
        found = pyarrow.table(qedoku.grade_batch(table, columns=names))
        assert found == expected, type(table)
    graded = qedoku.grade_batch(pyarrow.table({"puzzle": puzzles}))
    assert polars.DataFrame(graded)["level"].to_list() == ["easy", "unfair", None]
    assert pandas.DataFrame.from_arrow(graded)["score"].tolist()[:2] == expected["score"].to_pylist()[:2]
    assert duckdb.sql("select count(*), sum(clues) from graded").fetchall() == [(3, 54)]


def test_chunks_stay_chunks_and_kept_columns_are_not_copied() -> None:
    ids = pyarrow.array(range(6))
    table = pyarrow.table({"id": ids, "text": [EASY, HARD] * 3})
    chunked = pyarrow.Table.from_batches(table.to_batches(max_chunksize=2))
    graded = pyarrow.table(qedoku.grade_batch(chunked, puzzles="text", columns=["score"], keep=["id"]))
    assert graded.column_names == ["id", "score"] and graded["id"].num_chunks == 3
    assert graded["id"].chunk(0).buffers()[1].address == chunked["id"].chunk(0).buffers()[1].address
    stream = qedoku.grade_stream(chunked, puzzles="text", columns=["score"])
    assert [len(batch) for batch in stream] == [2, 2, 2]


def test_scales_match_the_program() -> None:
    table = qedoku.grade_batch(pyarrow.table({"puzzle": [HARD, SEARCH]}), scales=["W", "B"], columns=["B", "W"])
    lines = program("grade", "--json", "--quiet", "--scale", "B", "--scale", "W", HARD, SEARCH).splitlines()
    assert table.to_pyarrow().to_pylist() == [{"B": row["B"], "W": row["W"]} for row in map(json.loads, lines)]


def test_wrong_columns_are_refused() -> None:
    table = pyarrow.table({"puzzle": [EASY], "n": [1]})
    for wrong in [{"puzzles": "nothing"}, {"puzzles": "n"}, {"columns": ["lvl"]}, {"keep": ["x"]}, {"keep": ["puzzle"]}]:
        with pytest.raises(qedoku.OptionError):
            qedoku.grade_batch(table, **wrong)
    with pytest.raises(ValueError, match="__arrow_c_stream__"):
        qedoku.grade_batch([EASY])
    assert len(qedoku.grade_batch(table.slice(0, 0))) == 0


def _in_child(texts: list[str]) -> list[int]:
    return list(qedoku.grade_batch(pyarrow.table({"puzzle": texts}), columns=["score"]).to_pyarrow()["score"].to_pylist())


def test_forked_process_has_its_own_threads() -> None:
    expected = _in_child([EASY, HARD])
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("no fork here")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_in_child, ([EASY, HARD],)).get(timeout=60) == expected
