"""Proves whole collections without search, and sends every proof through all checkers.

    python3 tests/layouts/run.py PROGRAM OUTPUT.tsv FILE... [--every N] [--veripb PATH]

PROGRAM is `target/release/qedoku`, for example; its folder has `qedoku-check` too. A line of the
output has the figures of one puzzle, and puzzles of an earlier run are not repeated. The end prints
a summary of each file: puzzles solved, times, memory, lines of proofs, and verdicts. A rejected
proof ends the run with 1.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = ["file", "puzzle", "claim", "seconds", "kilobytes", "lines", "searched"]
CHECKERS = ["check", "python", "verified", "veripb"]


def run(command, output=subprocess.DEVNULL):
    """Runs a command. Returns its exit code, user seconds and largest memory in kilobytes."""
    child = subprocess.Popen([str(word) for word in command], stdout=output, stderr=output)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, used.ru_utime, used.ru_maxrss


def count(proof):
    """Returns the number of lines of a proof without comments, and its claim."""
    lines = [line for line in proof.read_text().splitlines() if not line.lstrip().startswith("#")]
    return len(lines), lines[-1].split()[1]


def verdicts(given, proof, folder):
    """Returns whether each checker accepts the proof, or `-` for a missing checker."""
    verified = pathlib.Path(os.environ.get("QEDOKU_VERIFIED", ROOT / "target/verified"))
    commands = {
        "check": [given.program.parent / "qedoku-check", proof],
        "python": [sys.executable, ROOT / "proofs/check.py", proof],
        "verified": [verified / "qedoku-check-verified", proof],
        "veripb": [given.veripb, proof.with_suffix(".opb"), proof.with_suffix(".pbp")],
    }
    run([given.program, "export", "--to", "veripb", proof, "-o", folder])
    is_there = {name: pathlib.Path(command[0]).is_file() for name, command in commands.items()}
    answer = {True: "yes", False: "NO"}
    return [answer[run(commands[n])[0] == 0] if is_there[n] else "-" for n in CHECKERS]


def figures(given, puzzle, folder):
    """Returns the figures of one puzzle."""
    proof, by_search = folder / "proof.qed", folder / "search.qed"
    prove = [given.program, "prove", puzzle, "-o"]
    code, seconds, memory = run([*prove, proof, "--no-search"])
    if code not in (0, 1) or not proof.exists():
        sys.exit(f"{puzzle}: exit code {code}")
    lines, claim = count(proof)
    run([*prove, by_search, "--quick"])
    searched, _ = count(by_search)
    return [claim, f"{seconds:.2f}", memory, lines, searched, *verdicts(given, proof, folder)]


def summary(name, rows):
    """Prints the figures of a file."""
    solved = [row for row in rows if row["claim"] == "unique"]
    column = lambda key: [float(row[key]) for row in rows]
    middle = lambda key: statistics.median(column(key))
    print(f"{name}: {len(solved)} of {len(rows)} puzzles without search")
    print(f"  seconds: median {middle('seconds'):.2f}, maximum {max(column('seconds')):.2f}")
    print(f"  memory: at most {max(column('kilobytes')) / 1024:.0f} MB")
    print(f"  lines of a proof: median {middle('lines'):.0f}, by search {middle('searched'):.0f}")
    for checker in CHECKERS:
        answers = [row[checker] for row in rows]
        print(f"  {checker}: {answers.count('yes')} accepted, {answers.count('NO')} rejected")


def main():
    """Runs the campaign and returns 1 if a checker rejects a proof."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("output", type=pathlib.Path)
    arguments.add_argument("files", type=pathlib.Path, nargs="+")
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--veripb", type=pathlib.Path, default=ROOT / "target/tools/bin/veripb")
    given = arguments.parse_args()
    names = COLUMNS + CHECKERS
    earlier = given.output.read_text().splitlines() if given.output.exists() else []
    rows = [dict(zip(names, line.split("\t"))) for line in earlier]
    done = {(row["file"], row["puzzle"]) for row in rows}
    with given.output.open("a") as output, tempfile.TemporaryDirectory() as folder:
        for file in given.files:
            puzzles = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
            for puzzle in puzzles[:: given.every]:
                if (file.name, puzzle) in done:
                    continue
                found = figures(given, puzzle, pathlib.Path(folder))
                row = [str(value) for value in [file.name, puzzle, *found]]
                print(*row, sep="\t", file=output, flush=True)
                rows.append(dict(zip(names, row)))
    for file in given.files:
        summary(file.name, [row for row in rows if row["file"] == file.name])
    return 1 if any(row[name] == "NO" for row in rows for name in CHECKERS) else 0


if __name__ == "__main__":
    sys.exit(main())
