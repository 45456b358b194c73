#!/usr/bin/env python3
"""Sends proofs through every checker: the Rust one, proofs/check.py, the verified one, and VeriPB.

    python3 tests/checkers.py --rust target/release/qedoku-check --qedoku target/release/qedoku \\
        --verified target/verified/qedoku-check-verified --veripb target/tools/bin/veripb FILE...

All must accept each proof, VeriPB after `qedoku export --to veripb`. A checker that is not named is
left out. Prints a line for each file and the number of proofs that each checker accepted. Exit code
1 if some checker does not accept some proof.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile


def accepts(command: list[str]) -> bool:
    """Whether a checker exits with 0."""
    return subprocess.run(command, capture_output=True).returncode == 0


def veripb_accepts(qedoku: str, veripb: str, proof: str) -> bool:
    """Whether VeriPB accepts the export of a proof."""
    with tempfile.TemporaryDirectory() as folder:
        if not accepts([qedoku, "export", "--to", "veripb", "-o", folder, proof]):
            return False
        files = [next(pathlib.Path(folder).glob(it)) for it in ("*.opb", "*.pbp")]
        return accepts([veripb, *map(str, files)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--rust", "--verified", "--qedoku", "--veripb"):
        parser.add_argument(option)
    parser.add_argument("proofs", nargs="+")
    args = parser.parse_args()
    page = pathlib.Path(__file__).parent.parent / "proofs" / "check.py"
    checkers = {"python": lambda proof: accepts([sys.executable, str(page), proof])}
    for name in ("rust", "verified"):
        if program := getattr(args, name):
            checkers[name] = lambda proof, program=program: accepts([program, proof])
    if args.qedoku and args.veripb:
        checkers["veripb"] = lambda proof: veripb_accepts(args.qedoku, args.veripb, proof)
    accepted = dict.fromkeys(checkers, 0)
    for proof in args.proofs:
        verdicts = {name: accepts(proof) for name, accepts in checkers.items()}
        for name, verdict in verdicts.items():
            accepted[name] += verdict
        words = [f"{name} {'accepts' if it else 'REFUSES'}" for name, it in verdicts.items()]
        print(f"{proof}: {', '.join(words)}", flush=True)
    print(f"{len(args.proofs)} proofs; accepted: {accepted}")
    return 0 if all(it == len(args.proofs) for it in accepted.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
