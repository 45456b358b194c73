"""Plants each fault of faults.txt in the soundness check and says whether the campaign finds it.

    python3 tests/soundness/faults.py [--rules 3000] [--only WORD]

It edits the sources in place, one line at a time, and puts them back, also when it is interrupted. A fault is found when
a verdict is wrong: a rule is called sound that is not, a board shows nothing, or a rule fires that never could.
"""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def faults():
    """The faults, each with its name, file, old and new text."""
    found = []
    for line in (ROOT / "tests/soundness/faults.txt").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "fault":
            found.append({"fault": rest})
        elif word in ("in", "from", "to"):
            found[-1][word] = rest.strip()
    return found


def campaign(rules):
    """Whether all verdicts are right, and what was printed."""
    environment = dict(os.environ, QEDOKU_CAMPAIGN=str(rules), QEDOKU_MOST="1", CARGO_TERM_COLOR="never")
    test = "verdicts_of_random_rules_agree_with_what_the_rules_mean"
    command = ["cargo", "test", "-p", "qedoku-soundness", "--test", "soundness_tests", "--", "--nocapture", test]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if "running 1 test" not in run.stdout:
        sys.exit(f"the tests do not build:\n{run.stderr[-3000:]}")
    return run.returncode == 0, run.stdout


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rules", type=int, default=3000)
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    missed = 0
    for fault in faults():
        if options.only not in fault["fault"]:
            continue
        path = ROOT / fault["in"]
        text = path.read_text()
        if text.count(fault["from"]) != 1:
            sys.exit(f"{fault['in']}: `{fault['from']}` is not there once")
        try:
            path.write_text(text.replace(fault["from"], fault["to"]))
            is_right, printed = campaign(options.rules)
        finally:
            path.write_text(text)
        lines = printed.splitlines()
        why = next((line for line in lines if line.startswith("WRONG")), "")
        missed += is_right
        print(f"{'missed' if is_right else 'found'}: {fault['fault']}\n    {why[:300]}", flush=True)
    print(f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
