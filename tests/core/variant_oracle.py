"""Solutions of variant puzzles by CP-SAT, an oracle that shares nothing with the engine.

Reads puzzles in the text form from standard input, separated by empty lines. Prints one line with
solutions for each puzzle. The argument is the maximum number of solutions.
"""

import re
import sys
from itertools import combinations

from ortools.sat.python import cp_model

OPS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
MOVES = {
    "touch": [(0, 1), (1, 0)],
    "king": [(0, 1), (1, 0), (1, 1), (1, -1)],
    "knight": [(1, 2), (1, -2), (2, 1), (2, -1)],
}


def holds(relation, n, a, b):
    kind, op, number = re.fullmatch(r"([dsrpme]?)(<=|>=|!=|=|<|>)(\d*)", relation).groups()
    if kind == "r":
        is_ratio = a == int(number) * b or b == int(number) * a
        return is_ratio == (op == "=")
    if kind == "d":
        return OPS[op](abs(a - b), int(number))
    if kind == "s":
        return OPS[op](a + b, int(number))
    part = {"": lambda x: x, "p": lambda x: x % 2, "m": lambda x: x % 3}
    part["e"] = lambda x: 3 * (x - 1) // n
    return OPS[op](part[kind](a), part[kind](b))


def accepts(word, number, n, row):
    if word == "sandwich":
        bread = [at for at, digit in enumerate(row) if digit in (1, n)]
        return len(bread) == 2 and sum(row[bread[0] + 1 : bread[1]]) == number
    if word == "between":
        low, high = sorted((row[0], row[-1]))
        return all(low < digit < high for digit in row[1:-1])
    raise ValueError(word)


class Puzzle:
    def __init__(self, text):
        self.model = cp_model.CpModel()
        lines = [line.split() for line in text.splitlines()]
        kind, size = lines[0][1:]
        height, width = map(int, size.split("x")) if kind == "sudoku" else (1, int(size))
        self.n = n = height * width
        name = lambda r, c: f"r{r + 1}c{c + 1}"
        self.names = [name(r, c) for r in range(n) for c in range(n)]
        self.cells = {it: self.model.new_int_var(1, n, it) for it in self.names}
        self.true = {}
        for it in self.names:
            for digit in range(1, n + 1):
                self.true[it, digit] = self.model.new_bool_var(f"{it}={digit}")
            self.model.add_exactly_one(self.true[it, d] for d in range(1, n + 1))
            value = sum(d * self.true[it, d] for d in range(1, n + 1))
            self.model.add(self.cells[it] == value)
        for i in range(n):
            self.different([name(i, c) for c in range(n)])
            self.different([name(r, i) for r in range(n)])
            if kind == "sudoku":
                top, left = i // height * height, i % height * width
                spots = [(top + j // width, left + j % width) for j in range(n)]
                self.different([name(*spot) for spot in spots])
        for words in lines[1:]:
            self.read(words)

    def different(self, cells):
        self.model.add_all_different(self.cells[it] for it in cells)

    def relate(self, relation, one, other):
        every = range(1, self.n + 1)
        pairs = [(a, b) for a in every for b in every if holds(relation, self.n, a, b)]
        self.model.add_allowed_assignments([self.cells[one], self.cells[other]], pairs)

    def read(self, words):
        if words[0] == "givens":
            for cell, digit in zip(self.names, words[1]):
                if digit != ".":
                    self.model.add(self.cells[cell] == int(digit))
            return
        if words[0] == "allow":
            self.model.add_bool_or(self.true[words[1], int(d)] for d in words[2])
            return
        if words[0] == "all":
            for cell in self.names:
                r, c = (int(it) for it in re.findall(r"\d+", cell))
                for down, right in MOVES[words[1]]:
                    other = f"r{r + down}c{c + right}"
                    if other in self.cells:
                        self.relate(words[2], cell, other)
            return
        colon = words.index(":")
        kind, arguments, cells = words[0], words[2:colon], words[colon + 1 :]
        if kind in ("house", "different", "cage"):
            self.different(cells)
        if kind == "cage":
            self.model.add(sum(self.cells[it] for it in cells) == int(arguments[0]))
        elif kind == "sum":
            terms = [re.fullmatch(r"(-?)(?:(\d+)\*)?(\w+)", it).groups() for it in cells]
            value = lambda term: int(term[1] or 1) * (-1 if term[0] else 1)
            total = sum(value(term) * self.cells[term[2]] for term in terms)
            self.model.add(total == int(arguments[0]))
        elif kind == "path":
            for one, other in zip(cells, cells[1:]):
                self.relate(arguments[0], one, other)
        elif kind == "every":
            for one, other in combinations(cells, 2):
                self.relate(arguments[0], one, other)
        elif kind == "has":
            for digit in set(arguments[0]):
                found = sum(self.true[it, int(digit)] for it in cells)
                self.model.add(found >= arguments[0].count(digit))
        elif kind in ("sandwich", "between"):
            self.machine(kind, arguments, cells)
        elif kind not in ("house", "different"):
            raise ValueError(kind)

    def machine(self, word, arguments, cells):
        """Lists the rows that the machine accepts. The argument tells whether digits must
        differ."""
        number = int(arguments[0]) if arguments else 0
        rows = [[]]
        for _ in cells:
            rows = [row + [d] for row in rows for d in range(1, self.n + 1)]
            if word == "sandwich":
                rows = [row for row in rows if row[-1] not in row[:-1]]
        accepted = [row for row in rows if accepts(word, number, self.n, row)]
        self.model.add_allowed_assignments([self.cells[it] for it in cells], accepted)

    def solutions(self, limit):
        names, found = self.names, []

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(collector):
                grid = "".join(str(collector.value(cells[it])) for it in names)
                found.append(grid)
                if len(found) >= limit:
                    collector.stop_search()

        cells = self.cells
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(self.model, Collector())
        return sorted(set(found))


if __name__ == "__main__":
    for puzzle in re.split(r"\n\s*\n", sys.stdin.read().strip()):
        print(" ".join(Puzzle(puzzle).solutions(int(sys.argv[1]))), flush=True)
