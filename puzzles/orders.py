#!/usr/bin/env python3
"""Orders five puzzles for every technique that is used by default up to `unfair`, and writes what came of it as a table.

    cargo build --release && python3 puzzles/orders.py target/release/qedoku [TRIES] [NAME...] > puzzles/ORDERS.md

Each technique is asked for with `create --needs`; where others of its level find all that it finds, with `create --position`. Every
puzzle is then looked at by other commands: `grade` solves it up to the level and does not without the technique, `minimal` says that each
given is needed, `dedupe` that no two are isomorphic; in a position, `steps` finds the answer.
"""
import json
import resource
import subprocess
import sys

PROGRAM = sys.argv[1]
TRIES = sys.argv[2] if len(sys.argv) > 2 else "3000"
ONLY = sys.argv[3:]
LEVELS = ["easy", "medium", "hard", "unfair"]
FIVE = 5


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    return done.returncode, done.stdout


def answer(*words):
    return json.loads(run(*words)[1])


def create(kind, name):
    return answer("create", str(FIVE), kind, name, "--seed", "1", "--max-tries", TRIES, "--json")


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check_needed(name, level, made):
    for puzzle in (one["puzzle"] for one in made):
        strict = ["--no-search", "--max-level", level, "--json", "--quiet"]
        assert answer("grade", puzzle, *strict)["claim"] == "unique", puzzle
        assert answer("grade", puzzle, *strict, "--off", name)["claim"] == "open", puzzle
        assert run("minimal", puzzle)[1].startswith("Every given"), puzzle


def check_positions(rule, made):
    for one in made:
        steps = run("steps", one["position"], "--rule", rule)[1]
        first = one["answer"].split(",")[0]
        assert first in steps, one
        assert run("minimal", one["puzzle"])[1].startswith("Every given"), one


def different(made):
    lines = [one["puzzle"] for one in made]
    assert not lines or answer("dedupe", "--json", *lines)["different"] == len(lines)


def covering(name):
    """The techniques that find all that this one finds, as far as patterns were tried."""
    rows = answer("rules", "overlap", name, "--puzzles", "5", "--json")
    found = [row["technique"] for top in rows for row in top["found_by"]]
    return ", ".join(dict.fromkeys(found)) or "not known"


print("# Puzzles to order\n")
print("Made by `python3 puzzles/orders.py`, which says how each is checked. Seconds are of one core.\n")
print("| technique | level | needed | tried | position | tried | seconds | others that find it |")
print("|---|---|--:|--:|--:|--:|--:|---|")
start = seconds()
for technique in answer("rules", "list", "--json"):
    name, level, rule = technique["name"], technique["level"], technique["rule"]
    # Those that assume one solution are used only with --assume-unique.
    usual = not technique["on_request"] and not technique["family"].endswith("uniqueness")
    if not usual or level not in LEVELS or (ONLY and name not in ONLY):
        continue
    begun = seconds()
    needs = create("--needs", name)
    row = [name, level, str(len(needs["made"])), str(needs["tried"])]
    made, positions = needs["made"], []
    if len(made) < FIVE:
        found = create("--position", name)
        positions = found["made"]
        row += [str(len(positions)), str(found["tried"])]
    else:
        row += ["", ""]
    row += [f"{seconds() - begun:.1f}"]
    row += [covering(name) if len(made) < FIVE else ""]
    check_needed(name, level, made)
    check_positions(rule, positions)
    different(made)
    different(positions)
    print("| " + " | ".join(row) + " |", flush=True)
print(f"\n{seconds() - start:.0f} seconds in all, the checks included.")
