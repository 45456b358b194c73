"""Ray Data on a local cluster: the recipes of docs/clusters.md, compared with the program.

Run with `bash tests/python/ray.sh [COUNT [FILE]]`, separately from the other tests because Ray is
large. Grades by two workers equal those of the program, even if a worker is killed half way. Blocks
are graded in a stream, so memory is bounded. The program accepts the proofs. Rules mined in slices
equal those of a single machine, byte for byte.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time
from typing import Any

import pyarrow
import pyarrow.parquet
import qedoku
import qedoku.cluster
import qedoku.mine
import ray
from common import mining, program
from ray.data import ActorPoolStrategy

COLUMNS = ["puzzle", "level", "hardest", "score", "steps", "search", "depth", "clues", "solved", "claim"]
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
# Few puzzles in small batches, so that the run has a middle.
BATCH = 50 if COUNT <= 5000 else 1000


def workers(count: int) -> ActorPoolStrategy:
    return ActorPoolStrategy(size=count)


def table_of(dataset: ray.data.Dataset) -> pyarrow.Table:
    """Returns all rows, in the order of the input."""
    tables = [table for table in dataset.iter_batches(batch_format="pyarrow", batch_size=None)]
    return pyarrow.concat_tables(tables).sort_by("id").drop_columns(["id"])


def graded(source: pathlib.Path, count: int, notes: pathlib.Path) -> ray.data.Dataset:
    # A file that is read at once is one block, which a single worker would process.
    blocks = ray.data.read_parquet(str(source)).repartition(target_num_rows_per_block=BATCH)
    return blocks.map_batches(
        Noted,
        fn_constructor_kwargs={"notes": str(notes), "columns": COLUMNS, "keep": ["id"]},
        batch_format="pyarrow",
        batch_size=BATCH,
        compute=workers(count),
        num_cpus=1,
        # A lost worker is restarted, and its batch is repeated.
        max_restarts=-1,
        max_task_retries=-1,
    )


def by_the_program(puzzles: list[str], folder: pathlib.Path) -> list[dict[str, object]]:
    file = folder / "puzzles.txt"
    file.write_text("\n".join(puzzles))
    lines = program("grade", "--json", "--quiet", str(file)).splitlines()
    return [{name: row[name] for name in COLUMNS} for row in map(json.loads, lines)]


class Noted(qedoku.cluster.Grade):
    """Grades a batch, and writes one byte per batch to a file of the process."""

    def __init__(self, *, notes: str, **options: Any) -> None:
        super().__init__(**options)
        self._note = pathlib.Path(notes, str(os.getpid()))

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        with self._note.open("ab") as note:
            note.write(b".")
        return super().__call__(batch)


class Killer(threading.Thread):
    """Kills a grading process after this number of batches, like the failure of a machine."""

    def __init__(self, notes: pathlib.Path, batches: int) -> None:
        super().__init__(daemon=True)
        self._notes, self._batches = notes, batches
        self.killed: int | None = None

    def run(self) -> None:
        while sum(note.stat().st_size for note in self._notes.iterdir()) < self._batches:
            time.sleep(0.02)
        self.killed = int(max(self._notes.iterdir(), key=lambda note: note.stat().st_mtime).name)
        os.kill(self.killed, signal.SIGKILL)


def grades(puzzles: list[str], folder: pathlib.Path) -> None:
    expected = by_the_program(puzzles, folder) if COUNT <= 20_000 else None
    source = folder / "in.parquet"
    table = pyarrow.table({"id": range(len(puzzles)), "puzzle": puzzles})
    pyarrow.parquet.write_table(table, source, row_group_size=BATCH)
    seconds = {}
    notes = folder / "notes"
    for count in (1, 2):
        shutil.rmtree(notes, ignore_errors=True)
        notes.mkdir()
        begun = time.monotonic()
        found = table_of(graded(source, count, notes))
        seconds[count] = time.monotonic() - begun
        rows = found.to_pylist()
        expected = expected or rows
        assert rows == expected, f"{count} workers"
        assert len(list(notes.iterdir())) == count, "not all workers have worked"
        print(f"{count} workers: {len(puzzles)} puzzles in {seconds[count]:.1f} s", flush=True)
    print(f"two workers are {seconds[1] / seconds[2]:.2f} times as fast as one")
    shutil.rmtree(notes)
    notes.mkdir()
    killer = Killer(notes, len(puzzles) // BATCH // 2)
    killer.start()
    found = table_of(graded(source, 2, notes))
    assert killer.killed is not None, "no worker was killed"
    assert found.to_pylist() == expected, "after a worker was killed"
    print(f"worker {killer.killed} was killed half way, and nothing is missing")


def blocks_of(puzzles: list[str], rows: int) -> ray.data.Dataset:
    return ray.data.from_arrow(pyarrow.table({"puzzle": puzzles})).repartition(target_num_rows_per_block=rows)


def proofs(puzzles: list[str], folder: pathlib.Path) -> None:
    dataset = blocks_of(puzzles, 5).map_batches(
        qedoku.cluster.Prove, batch_format="pyarrow", batch_size=5, compute=workers(2), num_cpus=1
    )
    dataset.write_parquet(str(folder / "proofs"))
    rows = pyarrow.parquet.read_table(folder / "proofs").to_pylist()
    assert sorted(row["puzzle"] for row in rows) == sorted(puzzles)
    files = []
    for number, row in enumerate(rows):
        files.append(str(folder / f"{number}.qed"))
        pathlib.Path(files[-1]).write_text(row["proof"])
    told = program("check", *files)
    assert told.count("accepted: the only solution") == len(puzzles)
    print(f"{len(puzzles)} proofs, {sum(len(row['proof']) for row in rows) / len(rows):.0f} bytes each, are accepted")


def mined(puzzles: list[str], folder: pathlib.Path) -> None:
    only = ["naked_single", "hidden_single", "locked_candidates_1", "locked_candidates_2"]
    file = folder / "mining.sdm"
    file.write_text("\n".join(puzzles))
    whole = folder / "whole"
    options = ["--only", ",".join(only), "--size", "3", "--support", "2", "--quiet"]
    program("mine", str(file), *options, "-o", str(whole))
    dataset = blocks_of(puzzles, 4).map_batches(
        qedoku.cluster.Mine,
        fn_constructor_kwargs={"only": only, "size": 3},
        batch_format="pyarrow",
        batch_size=4,
        compute=workers(2),
        num_cpus=1,
    )
    records = [row["record"] for row in dataset.iter_rows()]
    miner = qedoku.mine.Miner(only=only, size=3)
    command = f"qedoku mine mining.sdm --only {','.join(only)} --size 3 --support 2"
    rules = miner.publish(puzzles, records, support=2, command=command)
    journal = "".join(f"{line}\n" for line in [miner.heading, *sorted(records)])
    assert journal == (whole / "found.jsonl").read_text()
    files = {path.name: path.read_text() for path in whole.glob("*.rule")}
    assert files and {f"{rule.name}.rule": rule.text for rule in rules} == files
    print(f"{len(rules)} rules mined in slices, the same bytes as on one machine")


def main() -> None:
    # Small boards are sufficient to test that no puzzle is lost.
    known = [str(puzzle) for puzzle in qedoku.create(200, seed=1, size=6)]
    if len(sys.argv) > 2:
        lines = [line.split("\t")[0] for line in pathlib.Path(sys.argv[2]).read_text().splitlines()]
        known = [line for line in lines if len(line) == 81 and line[0] in ".0123456789"]
    # A short collection is repeated.
    puzzles = [known[number % len(known)] for number in range(COUNT)]
    # Two workers, and one core for the readers and writers. Without that core the pipeline stalls.
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    with tempfile.TemporaryDirectory() as folder:
        grades(puzzles, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        proofs(mining()[:10], pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        mined(mining()[:8], pathlib.Path(folder))
    ray.shutdown()
    print("Ray: all as on one machine")


if __name__ == "__main__":
    main()
