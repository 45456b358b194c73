#!/usr/bin/env python3
"""Confirms the proofs of the rules in proofs/rules with two solvers.

Every query in every file must be answered `unsat` by the z3 program and by cvc5
(versions in requirements.txt). Exit code 0 if all are, 1 if one is not, 3 if a solver is missing.
"""

import pathlib
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "proofs" / "rules"


def by_z3(path):
    run = subprocess.run(["z3", str(path)], capture_output=True, text=True, check=False)
    return run.stdout.split()


def by_cvc5(path):
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("incremental", "true")
    parser = cvc5.InputParser(solver)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(path))
    symbols = parser.getSymbolManager()
    answers = []
    while not (command := parser.nextCommand()).isNull():
        answers += command.invoke(solver, symbols).split()
    return answers


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    if shutil.which("z3") is None:
        print("z3 is not there", file=sys.stderr)
        return 3
    try:
        import cvc5  # noqa: F401
    except ImportError:
        print("cvc5 is not there", file=sys.stderr)
        return 3
    files = sorted(folder.glob("*.smt2"))
    bad = 0
    for path in files:
        asked = path.read_text(encoding="utf-8").count("(check-sat)")
        for name, solver in (("z3", by_z3), ("cvc5", by_cvc5)):
            answers = solver(path)
            if asked == 0 or answers != ["unsat"] * asked:
                bad += 1
                print(f"{path.name}: {name} says {answers}")
    print(f"{len(files)} files, {bad} not confirmed")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
