#!/usr/bin/env python3
"""Refutes the queries about rules in proofs/rules with proofs that a checker replays.

    python3 replay.py [FOLDER] [--only NAME,...]

A query has only equality and functions, without quantifiers. It is translated to clauses: the
assertions, one variable for each formula in them, and instances of the laws of equality for the
terms that occur. CaDiCaL refutes the clauses and writes a proof, which the third-party checker
`rate` replays. This needs trust in the checker and in this script, which adds only laws of
equality, but not in the solver. As a control, each query is also solved without the assertion to be
refuted: it must then be satisfiable, because otherwise the clauses would prove anything.

Exit code 0 if all are confirmed, 1 if one is not, 3 if a program is missing.
"""

import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "proofs" / "rules"
TO_BE_REFUTED = "; to be refuted"
TOKEN = re.compile(r";[^\n]*|\(|\)|\|[^|]*\||[^\s()|;]+")


def expressions(text):
    """Returns the expressions of a file (names as strings, lists as tuples), and the comments
    before the assertions to be refuted.
    """
    stack = [[]]
    for token in TOKEN.findall(text):
        if token.startswith(";") and token != TO_BE_REFUTED:
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def replaced(expression, names):
    if isinstance(expression, str):
        return names.get(expression, expression)
    return tuple(replaced(part, names) for part in expression)


# The words that make formulas of terms or formulas.
CONNECTIVES = ("not", "and", "or", "=>", "=", "distinct")


class Script:
    """The declarations, definitions and assertions of a file, and its queries, each with the
    index of the assertion to be refuted.
    """

    def __init__(self):
        self.results, self.macros, self.assertions, self.marks, self.place = {}, {}, [], [], None

    def questions(self, text):
        for command in expressions(text):
            match command:
                case ("set-logic", "QF_UF") | ("declare-sort", _, "0"):
                    pass
                case ("declare-fun", name, _, sort) | ("declare-const", name, sort):
                    self.results[name] = sort
                case ("define-fun", name, parameters, _, body):
                    self.macros[name] = [parameter for parameter, _ in parameters], body
                case str():
                    self.place = len(self.assertions)
                case ("assert", formula):
                    self.assertions.append(self.without_macros(formula))
                case ("push", "1"):
                    self.marks.append(len(self.assertions))
                case ("pop", "1"):
                    del self.assertions[self.marks.pop() :]
                case ("check-sat",):
                    yield list(self.assertions), self.place
                case _:
                    raise ValueError(f"not known: {command}")

    def without_macros(self, expression):
        """Returns the expression with its definitions expanded."""
        if isinstance(expression, str):
            return expression
        name, *parts = (self.without_macros(part) for part in expression)
        if name not in self.macros:
            return (name, *parts)
        parameters, body = self.macros[name]
        return self.without_macros(replaced(body, dict(zip(parameters, parts, strict=True))))

    def sort(self, term):
        if term in ("true", "false") or term[0] in CONNECTIVES:
            return "Bool"
        if not isinstance(term, str) and term[0] == "ite":
            return self.sort(term[2])
        return self.results[term if isinstance(term, str) else term[0]]


class Clauses:
    """The clauses of some assertions."""

    def __init__(self, script, assertions):
        self.script, self.clauses, self.variables, self.terms = script, [], {}, {}
        for formula in assertions:
            self.clauses.append([self.literal(formula)])
        self.laws()

    def variable(self, key):
        return self.variables.setdefault(key, len(self.variables) + 1)

    def term(self, term):
        """Records a term and its subterms."""
        of_sort = self.terms.setdefault(self.script.sort(term), {})
        if term in of_sort:
            return term
        of_sort[term] = None
        match term:
            case ("ite", condition, one, other):
                # The term equals the first or the second branch.
                holds = self.literal(condition)
                self.clauses += [[-holds, self.literal(("=", term, one))], [holds, self.literal(("=", term, other))]]
            case (_, *parts):
                for part in parts:
                    self.term(part)
        return term

    def equal(self, a, b):
        """Returns the variable for the equality of two different terms."""
        return self.variable(("=", *sorted((self.term(a), self.term(b)), key=repr)))

    def literal(self, formula):
        if isinstance(formula, str):
            match formula:
                case "true" | "false":
                    variable = self.variable("true")
                    self.clauses.append([variable])
                    return variable if formula == "true" else -variable
            if self.script.sort(formula) != "Bool":
                raise ValueError(f"no formula: {formula}")
            return self.variable((formula,))
        name, *parts = formula
        match name:
            case "not":
                (part,) = parts
                return -self.literal(part)
            case "and":
                return -self.some([-self.literal(part) for part in parts])
            case "or":
                return self.some([self.literal(part) for part in parts])
            case "=>":
                *premises, conclusion = parts
                return self.some([-self.literal(part) for part in premises] + [self.literal(conclusion)])
            case "=":
                a, b = parts
                if self.script.sort(a) == "Bool":
                    one, other = self.literal(a), self.literal(b)
                    return -self.some([-self.some([-one, other]), -self.some([one, -other])])
                return self.some([]) * -1 if a == b else self.equal(a, b)
            case "distinct":
                pairs = itertools.combinations(parts, 2)
                return -self.some([self.literal(("=", a, b)) for a, b in pairs])
        if self.script.results[name] != "Bool":
            raise ValueError(f"no formula: {formula}")
        for part in parts:
            self.term(part)
        return self.variable(formula)

    def some(self, literals):
        """Returns a literal that is true exactly if one of these literals is."""
        literals = sorted(set(literals))
        if len(literals) == 1:
            return literals[0]
        key = ("or", *literals)
        if key not in self.variables:
            whole = self.variable(key)
            self.clauses.append([-whole, *literals])
            self.clauses += [[whole, -literal] for literal in literals]
        return self.variables[key]

    def laws(self):
        """Adds clauses for the transitivity of equality and for congruence of functions and
        predicates.
        """
        applied = {}
        for terms in self.terms.values():
            for a in terms:
                if not isinstance(a, str) and a[0] != "ite":
                    applied.setdefault(a[0], []).append(a)
            for a, b, c in itertools.combinations(terms, 3):
                ab, bc, ac = self.equal(a, b), self.equal(b, c), self.equal(a, c)
                self.clauses += [[-ab, -bc, ac], [-ab, -ac, bc], [-bc, -ac, ab]]
        for key in list(self.variables):
            if isinstance(key, tuple) and key[0] in self.script.results and len(key) > 1:
                applied.setdefault(key[0], []).append(key)
        for name, terms in applied.items():
            for one, other in itertools.combinations(terms, 2):
                pairs = zip(one[1:], other[1:], strict=True)
                differ = [-self.equal(a, b) for a, b in pairs if a != b]
                if self.script.results[name] == "Bool":
                    one, other = self.variables[one], self.variables[other]
                    self.clauses += [[*differ, -one, other], [*differ, one, -other]]
                else:
                    self.clauses.append([*differ, self.equal(one, other)])

    def text(self):
        lines = [f"p cnf {len(self.variables)} {len(self.clauses)}"]
        lines += [" ".join(map(str, clause)) + " 0" for clause in self.clauses]
        return "\n".join(lines) + "\n"


def refuted(clauses, folder, rate):
    """Returns whether CaDiCaL refutes the clauses. On request, `rate` replays the refutation."""
    formula, proof = folder / "question.cnf", folder / "question.drat"
    formula.write_text(clauses.text(), encoding="ascii")
    wanted = [] if rate is None else ["--no-binary", str(proof)]
    solver = subprocess.run(["cadical", "-q", str(formula), *wanted], capture_output=True, check=False)
    if solver.returncode != 20:
        return False
    if rate is None:
        return True
    replay = subprocess.run([rate, str(formula), str(proof)], capture_output=True, text=True, check=False)
    return "s VERIFIED" in replay.stdout.splitlines()


def main():
    arguments = sys.argv[1:]
    only = arguments.pop().split(",") if "--only" in arguments else None
    if only is not None:
        arguments.remove("--only")
    folder = pathlib.Path(arguments[0]) if arguments else FOLDER
    tools = os.environ.get("QEDOKU_TOOLS")
    rate = shutil.which("rate", path=f"{tools}/bin" if tools else None)
    if rate is None or shutil.which("cadical") is None:
        print("rate or cadical is not there", file=sys.stderr)
        return 3
    files = [path for path in sorted(folder.glob("*.smt2")) if only is None or path.stem in only]
    asked = confirmed = open_without = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in files:
            script = Script()
            for assertions, place in script.questions(path.read_text(encoding="utf-8")):
                asked += 1
                good = refuted(Clauses(script, assertions), pathlib.Path(scratch), rate)
                confirmed += good
                if not good:
                    print(f"{path.name}: a question is not confirmed")
                control = Clauses(script, assertions[:place] + assertions[place + 1 :])
                possible = not refuted(control, pathlib.Path(scratch), None)
                open_without += possible
                if not possible:
                    print(f"{path.name}: a question is refuted without what is to be refuted")
    print(f"{len(files)} files, {asked} questions: {confirmed} refuted and replayed, {open_without} controls stay open")
    return 0 if asked and confirmed == asked == open_without else 1


if __name__ == "__main__":
    sys.exit(main())
