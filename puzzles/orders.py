#!/usr/bin/env python3
"""Creates five puzzles for every default technique up to `unfair`, and writes a table of them.

    cargo build --release
    python3 puzzles/orders.py target/release/qedoku [TRIES] [NAME...] > puzzles/ORDERS.md

Each technique is ordered with `create --needs`. If that finds fewer than five puzzles, because
other techniques of its level find all its steps, it is ordered with `create --position`.

Other commands then check every puzzle. `grade` solves it up to the level, but not without the
technique. `minimal` confirms that each given is needed, and `dedupe` that no two are isomorphic. In
a position, `steps` finds the answer and `hint` names the technique. If simpler techniques fire
there as well, the position must name them all.
"""
import json
import resource
import subprocess
import sys

PROGRAM = sys.argv[1]
TRIES = sys.argv[2] if len(sys.argv) > 2 else "6000"
ONLY = sys.argv[3:]
LEVELS = ["easy", "medium", "hard", "unfair"]
FIVE = 5
# The techniques that are used by default, filled in below.
DEFAULT_TECHNIQUES = set()


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


def check_positions(name, level, made):
    for one in made:
        first = one["answer"].split(",")[0]
        assert first in run("steps", one["position"], "--rule", name)[1], one
        assert run("minimal", one["puzzle"])[1].startswith("Every given"), one
        assert answer("grade", one["puzzle"], "--json", "--quiet")["claim"] == "unique", one
        if level == "easy":
            continue
        simpler = one.get("simpler", [])
        for lower in LEVELS[: LEVELS.index(level)]:
            fires = run("steps", one["position"], "--level", lower)[1]
            names = {line.split(":")[0] for line in fires.splitlines()} & DEFAULT_TECHNIQUES
            assert names <= set(simpler), (names, one)
        hint = run("hint", one["position"])[1]
        assert hint.split(":")[0] in (simpler or [name]), (hint, one)


def different(made):
    lines = [one["puzzle"] for one in made]
    assert not lines or answer("dedupe", "--json", *lines)["different"] == len(lines)


def reason(needed, positions):
    """The known reason why fewer than five puzzles need the technique."""
    if len(needed) == FIVE:
        return ""
    others = [set(one.get("simpler", [])) for one in positions]
    always = set.intersection(*others) if others else set()
    return "always there too: " + ", ".join(sorted(always)) if always else "none found"


print("# Puzzles to order\n")
print("Made by `python3 puzzles/orders.py`, which says how each is checked. Seconds are of one core, without the checks.")
print("Where no puzzle needs a technique, the last column names the simpler techniques found in each position; `none found` only means")
print("that there was none among the puzzles that were tried.\n")
print("| technique | level | needed | tried | positions | tried | seconds | why not needed |")
print("|---|---|--:|--:|--:|--:|--:|---|")
making = 0
techniques = answer("rules", "list", "--json")
DEFAULT_TECHNIQUES |= {technique["name"] for technique in techniques if not technique["on_request"]}
for technique in techniques:
    name, level = technique["name"], technique["level"]
    # Techniques that assume one solution are used only with --assume-unique.
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
    took = seconds() - begun
    making += took
    row += [f"{took:.1f}", reason(made, positions)]
    check_needed(name, level, made)
    check_positions(name, level, positions)
    different(made)
    different(positions)
    print("| " + " | ".join(row) + " |", flush=True)
print(f"\n{making:.0f} seconds in all.")
