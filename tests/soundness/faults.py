"""Inserts the faults of faults.txt into a copy of the soundness check, and reports whether the
campaign finds each.

    python3 tests/soundness/faults.py [--dose 10] [--only WORD] [--folder target/faults]

The copy is built once with all faults inactive; the variable QEDOKU_FAULT activates one. A fault is
found when a verdict is wrong: sound for an unsound rule, an invalid counterexample, or "never
fires" for a rule that fires.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEST = "verdicts_of_random_rules_match_their_meaning"
PLANTED = '''
/// Whether the fault with this number is awake.
pub fn planted(number: u32) -> bool {
    use std::sync::OnceLock;
    static AWAKE: OnceLock<Option<u32>> = OnceLock::new();
    let read = || std::env::var("QEDOKU_FAULT").ok()?.parse().ok();
    *AWAKE.get_or_init(read) == Some(number)
}
'''


def faults():
    """Returns the faults, each with its name, file, old and new text."""
    found = []
    for line in (ROOT / "tests/soundness/faults.txt").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "fault":
            found.append({"fault": rest})
        elif word in ("in", "from", "to"):
            found[-1][word] = rest.strip()
    return found


def plant(folder):
    """Copies the sources and inserts all faults, inactive."""
    for name in ("Cargo.toml", "Cargo.lock", "src", "tests", "rules", "grammar", "puzzles"):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(
            ROOT / name, folder / name, **({"dirs_exist_ok": True} if (ROOT / name).is_dir() else {})
        )
    for number, fault in enumerate(faults(), 1):
        path = folder / fault["in"]
        text = path.read_text()
        if text.count(fault["from"]) != 1:
            sys.exit(f"{fault['in']}: `{fault['from']}` is not there once")
        awake = fault["to"].replace("PLANTED", f"crate::planted({number})")
        path.write_text(text.replace(fault["from"], awake))
    with (folder / "src/soundness/lib.rs").open("a") as file:
        file.write(PLANTED)


def build(folder):
    """Builds the program that runs the campaign. It has its own target folder, so that no fault
    gets into another build; existing build results are copied there, so that only crates with
    faults are built again.
    """
    own, known = folder / "target/quick", ROOT / "target/quick"
    if known.is_dir() and not own.is_dir():
        ignore = shutil.ignore_patterns("incremental")
        shutil.copytree(known, own, symlinks=True, ignore=ignore)
    command = ["cargo", "test", "--profile", "quick", "-p", "qedoku-soundness", "--test", "soundness_tests", "--no-run"]
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"))
    run = subprocess.run(
        [*command, "--message-format=json"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    messages = (json.loads(line) for line in run.stdout.splitlines())
    return [m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "soundness_tests"][-1]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--dose", type=int, default=10)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--folder", type=pathlib.Path, default=ROOT / "target/faults")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    plant(options.folder)
    program = build(options.folder)
    missed = 0
    for number, fault in enumerate(faults(), 1):
        if options.only not in fault["fault"]:
            continue
        environment = dict(
            os.environ, QEDOKU_DOSE=str(options.dose), QEDOKU_MOST="1", QEDOKU_LIMIT="200", QEDOKU_FAULT=str(number)
        )
        run = subprocess.run(
            [program, "--nocapture", TEST], cwd=options.folder / "src/soundness", env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        lines = run.stdout.splitlines()
        missed += run.returncode == 0
        tried = next((line.split(" ")[0] for line in lines if " rules, " in line), "no")
        print(f"{'missed' if run.returncode == 0 else 'found'} in {tried} rules: {fault['fault']}", flush=True)
        # The verdict and the rule.
        start = next((at for at, line in enumerate(lines) if line.startswith("WRONG")), len(lines))
        end = next((at for at in range(start, len(lines)) if lines[at].startswith("// n =")), len(lines))
        print("".join(f"    {line[:300]}\n" for line in lines[start:end]), end="", flush=True)
    print(f"{missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
