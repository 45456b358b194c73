"""Grades isomorphic copies of puzzles and compares every field of the grades.

    python3 tests/isomorphs/run.py target/release/qedoku [--copies 400] [--seed 1]

Puzzles of all levels are rated on all scales, and puzzles with tridagons are graded, both with the
rules that derive truths and with those of guardians.rule. A search depends on the order of the
cells, so if one is needed, only the fields that the help of `grade` promises are compared.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED = ROOT.parent / "shared/data"
SCALES = ["B", "W", "gB", "gW", "SE", "SE-noU", "hodoku"]
# The rules that derive truths, and some that use them.
ON = ["tridagon_guardians", "oddagon_guardians", "medusa_wrap", "medusa_trap", "medusa_emptied"]
# The fields that do not depend on the path of a search.
PROMISED = ["level", "hardest", "claim", "clues", *SCALES]
# Copies of one puzzle.
COPIES = 20


def lines(path):
    """Returns the puzzles of a file, none if it is missing."""
    text = path.read_text() if path.exists() else ""
    words = (line.split()[0] for line in text.splitlines() if line.strip() and line[0] != "#")
    return [word for word in words if len(word) == 81]


def some(puzzles, count):
    """Returns puzzles at equal distances."""
    return puzzles[:: max(1, len(puzzles) // count)][:count] if count else []


def order(draw):
    """Returns the rows or columns in a random order that keeps bands together."""
    bands = [[3 * band + line for line in draw.sample(range(3), 3)] for band in range(3)]
    draw.shuffle(bands)
    return [line for band in bands for line in band]


def isomorph(puzzle, draw):
    """Returns a random isomorphic copy."""
    digits = dict(zip("123456789", draw.sample("123456789", 9)))
    rows, columns, turned = order(draw), order(draw), draw.random() < 0.5
    places = ((rows[at // 9], columns[at % 9]) for at in range(81))
    cells = (puzzle[9 * column + row] if turned else puzzle[9 * row + column] for row, column in places)
    return "".join(digits.get(cell, ".") for cell in cells)


def grades(program, puzzles, options):
    """Returns the grades of puzzles, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".sdm") as file:
        file.write("\n".join(puzzles) + "\n")
        file.flush()
        command = [program, "grade", file.name, "--json", "--quiet", *options]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    if len(found) != len(puzzles):
        sys.exit(f"{len(found)} grades of {len(puzzles)} puzzles")
    return found


def differences(one, other):
    """Returns the names of the fields in which two grades differ."""
    has_search = one["refuted"] or other["refuted"]
    names = [name for name in PROMISED if name in one] if has_search else [*one, *other]
    return sorted({name for name in names if name != "puzzle" and one.get(name) != other.get(name)})


def compare(program, name, puzzles, copies, options, draw):
    """Compares the copies of puzzles with them. Returns the number of different grades."""
    each = max(1, min(COPIES, copies // max(1, len(puzzles))))
    different, searched, total = 0, 0, 0
    for puzzle in puzzles:
        made = [isomorph(puzzle, draw) for _ in range(each)]
        first, *others = grades(program, [puzzle, *made], options)
        searched += bool(first["refuted"])
        for copy, grade in zip(made, others):
            fields = differences(first, grade)
            different += bool(fields)
            total += 1
            for field in fields:
                print(f"{puzzle}\n{copy}\n  {field}: {first.get(field)} and {grade.get(field)}")
        print(f"{name}: {total} copies, {different} differ", flush=True)
    print(f"{name}: {len(puzzles)} puzzles ({searched} with search), {total} copies, {different} differ")
    return different


def main():
    """Runs the comparison and returns 1 if a grade differs."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--copies", type=int, default=400)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    draw = random.Random(given.seed)
    count = max(1, given.copies // COPIES)
    guardians = ["--rules", str(HERE / "guardians.rule"), "--on", "either_of_two"]
    guardians += [word for rule in ON for word in ("--on", rule)]
    scales = [word for scale in SCALES for word in ("--scale", scale)]
    levels = some(lines(ROOT / "puzzles/levels.sdm"), count)
    tridagons = some(lines(SHARED / "te3.txt"), count)
    different = compare(given.program, "scales", levels, given.copies, [*scales, *guardians], draw)
    if tridagons:
        different += compare(given.program, "tridagons", tridagons, given.copies, guardians, draw)
    else:
        print("skipped: te3.txt is missing")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
