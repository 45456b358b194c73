#!/usr/bin/env python3
"""A second checker of Qedoku proof files, versions 1 and 2, written from FORMAT.md alone.

    python3 check.py FILE...     prints one verdict for each file; `-` is standard input
    python3 check.py --batch     reads a number of bytes on a line, this number of bytes of a file,
                 and so on. Writes one line for each file: `accepted CLAIM STEPS`,
                 `rejected LINE STEP` (STEP is `-` outside of steps) or `declined`

Exit codes: 0 all accepted, 1 some file rejected, 2 some declined, 3 some unreadable or wrong usage.
Sets of candidates are integers: bit number `cell * n + digit`, both counted from 0.
"""
import io, operator, re, sys
from collections import namedtuple

DIGITS = "123456789ABCDEFGHIJKLMNOP"
MAX_LINE, MAX_MULTIPLIER, MAX_OPEN = 1_048_576, 1_000_000, 10_000
MAX_NODES, MAX_VARIABLES, MAX_MEMBERS = 100_000, 64, 1_600
MAX_SIZE, MAX_WEIGHT = 1_000_000, 10_000_000
NUMBER = re.compile("0|[1-9][0-9]*")
CELL = re.compile("r([1-9][0-9]?)c([1-9][0-9]?)")
CANDIDATE = re.compile("(r[1-9][0-9]?c[1-9][0-9]?)(=|<>)([1-9A-P])")
TERM = re.compile(r"([+-])(?:([1-9][0-9]{0,6})\*)?([^*]+)")
DEADLY = re.compile("d[1-9][0-9]?")
NAME = re.compile("([a-z]{1,8})[1-9][0-9]{0,3}")
SUM_TERM = re.compile(r"(-?)(?:([1-9][0-9]{0,3})\*)?([^*=]+)(?:=(.+))?")
RELATION = re.compile("()(<=|>=|!=|<|=|>)()|([ds])(<=|>=|!=|<|=|>)([0-9]+)|(r)(=|!=)([0-9]+)|([pme])(=|!=)()")
OPERATORS = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}
MOVES = {
    "touch": [(0, 1), (1, 0)],
    "king": [(0, 1), (1, 0), (1, -1), (1, 1)],
    "knight": [(1, 2), (1, -2), (2, 1), (2, -1)],
}
# The words of the lines that have a name, and whether a number follows the word.
LINES = {"house": 0, "different": 0, "cage": 1, "sum": 1, "row": 2, "has": 1, "path": 1, "every": 1}
MACHINES = dict(sandwich=1, xsum=1, skyscraper=1, between=0, rise=1, same=1, mod=1, mono=0, zigzag=0, arith=0)

class Rejected(Exception): pass
class Declined(Exception): pass

# Weights of candidates, and bounds of the sum over the true candidates. None for a missing bound.
Row = namedtuple("Row", "weights lo hi")
# A header line other than a row: its cells, and the conditions that a `fill` puts on their digits.
Line = namedtuple("Line", "cells conditions")
Machine = namedtuple("Machine", "cells step accepts")
# One choice of a `fill`: its candidates, and the cell if they are the candidates of a cell.
Variable = namedtuple("Variable", "values cell")

def need(condition, why):
    if not condition:
        raise Rejected(why)

def bits(mask):
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1

def number(text, least=0, most=1_000_000):
    need(NUMBER.fullmatch(text) and len(text) <= 7 and least <= int(text) <= most, f"{text!a} is no number of the kind")
    return int(text)

def signed(text):
    return -number(text[1:], 1) if text.startswith("-") else number(text)

def is_truth(row):
    return row.lo == 1 and set(row.weights.values()) <= {1}

def is_link(row):
    return row.hi == 1 and set(row.weights.values()) <= {1}

class Board:
    known = {}

    def __init__(self, height, width, has_boxes):
        n = self.n = height * width
        self.held = []  # for each candidate the names of its groups, its cell first
        self.members = {}  # for each group its candidates
        self.houses = {}  # for each row, column and box its cells
        for x in range(n * n * n):
            row, column, digit = x // n // n + 1, x // n % n + 1, DIGITS[x % n]
            box = height * ((row - 1) // height) + (column - 1) // width + 1
            houses = [f"r{row}", f"c{column}"] + [f"b{box}"] * has_boxes
            self.held.append((f"r{row}c{column}", *(digit + house for house in houses)))
            for name in self.held[x]:
                self.members.setdefault(name, []).append(x)
            for house in houses if x % n == 0 else []:
                self.houses.setdefault(house, []).append(x // n)
        self.groups = {name: sum(1 << x for x in members) for name, members in self.members.items()}
        self.excluded = []  # for each candidate the set of candidates that it excludes
        for x, names in enumerate(self.held):
            together = 0
            for name in names:
                together |= self.groups[name]
            self.excluded.append(together ^ 1 << x)

    def cell(self, word):
        match = CELL.fullmatch(word)
        need(match and max(int(match[1]), int(match[2])) <= self.n, f"{word!a} is no cell of the board")
        return (int(match[1]) - 1) * self.n + int(match[2]) - 1

    def candidate(self, word, relation):
        match = CANDIDATE.fullmatch(word)
        need(match and match[2] == relation, f"{word!a} is no candidate")
        return self.cell(match[1]) * self.n + self.digits(match[3])[0]

    def digits(self, text, may_repeat=False):
        """Digits in ascending order, at least one, as numbers from 0."""
        digits = [DIGITS[: self.n].find(c) for c in text]
        ascend = all(a < b or may_repeat and a == b for a, b in zip(digits, digits[1:]))
        need(digits and min(digits) >= 0 and ascend, f"{text!a} are not digits in ascending order")
        return digits

    def group(self, word):
        need(word in self.groups, f"{word!a} is no group")
        return self.groups[word]

    def grid(self, text, blank):
        """The candidates of a line of digits. `blank` is the character of an empty cell, if any."""
        need(len(text) == self.n * self.n, "a grid has not one character for each cell")
        need(set(text) <= set(DIGITS[: self.n] + blank), "a grid has a wrong character")
        return [cell * self.n + DIGITS.index(c) for cell, c in enumerate(text) if c != blank]

class Proof:
    """Version 1: the rows are the groups of the board."""

    def __init__(self, lines, board):
        self.lines, self.board, self.step, self.open, self.deadly = lines, board, "-", [], {}
        self.from_state = self.assume_unique = ""  # the premises in words; empty without premises

    def check(self):
        """Returns the claim and the number of steps of a correct file."""
        tokens, self.step = self.header(), 1
        while tokens[0] != "claim":
            self.do(tokens[0], tokens[1:])
            tokens = self.lines.next(self)
            self.step += 1
        found = self.claim(tokens[1:]), self.step
        if self.lines.next(self, True) is not None:
            self.lines.reject(self, "a line stands after the claim")
        return found

    def header(self):
        """Reads the header after the board. Returns the first line after the header."""
        board, next = self.board, lambda: self.lines.next(self)
        self.puzzle = self.state = (1 << board.n**3) - 1
        tokens, givens, found = next(), [], False
        if tokens[0] == "givens":
            need(len(tokens) == 2, "the givens are not one token")
            givens, found = board.grid(tokens[1], "."), True
            for given in givens:
                self.puzzle &= ~board.groups[board.held[given][0]] | 1 << given
            tokens = next()
        if tokens[0] == "state":
            need(len(tokens) == 1 + board.n**2, "the state has not one token for each cell")
            self.state = 0
            for cell, text in enumerate(tokens[1:]):
                digits = [] if text == "-" else board.digits(text)
                self.state |= sum(1 << cell * board.n + digit for digit in digits)
            self.puzzle = self.puzzle if found else self.state
            tokens, found, self.from_state = next(), True, "from the given state, "
        need(found, "neither givens nor state")
        tokens = self.constraints(tokens)
        if tokens[0] == "assume":
            need(tokens == ["assume", "unique"], "only `unique` can be assumed")
            tokens, self.assume_unique = next(), "if the puzzle has at most one solution, "
        self.live = self.puzzle & self.state
        for given in givens:
            self.live &= ~self.excluded[given]
        return tokens

    def constraints(self, tokens):
        """Reads the constraint lines, from these tokens on. Returns the line after them."""
        self.excluded = self.board.excluded
        return tokens

    def do(self, kind, rest):
        if kind == "count":
            self.count(rest)
        elif kind == "deadly":
            self.define_deadly(rest)
        elif kind == "single" and len(rest) == 3 and rest[1] == ":":
            candidate, group = self.board.candidate(rest[0], "="), self.truth(rest[2])
            need(self.live & group == 1 << candidate, "the candidate is not the only live one of the group")
            self.live &= ~self.excluded[candidate]
        elif kind == "suppose" and len(rest) == 1:
            candidate = self.board.candidate(rest[0], "=")
            need(self.live >> candidate & 1, "the candidate is not live")
            need(len(self.open) < MAX_OPEN, "too many supposes are open")
            self.open.append(self.live & ~(1 << candidate))
            self.live &= ~self.excluded[candidate]
        elif kind == "refuted" and rest:
            self.refute(rest)
            need(self.open, "no suppose is open")
            self.live = self.open.pop()
        else:
            raise Rejected(f"{kind!a} is no step, or has not the form of one")

    def truth(self, word):
        return self.board.group(word)

    def refute(self, items):
        need(len(items) == 1, "more than one group is refuted")
        need(not self.live & self.board.group(items[0]), "the group is not empty")

    def halves(self, tokens):  # the tokens before and after the first colon
        colon = tokens.index(":") if ":" in tokens else 0
        need(0 < colon < len(tokens) - 1, "there are not two lists, each of something")
        return tokens[:colon], tokens[colon + 1 :]

    def targets(self, words):
        targets = [self.board.candidate(word, "<>") for word in words]
        need(all(self.live >> target & 1 for target in targets), "a target is not live")
        return targets

    def count(self, tokens):
        targets, terms = self.halves(tokens)
        targets = self.targets(targets)
        weights, bound = self.add(terms)
        need(all(weights.get(target, 0) > bound for target in targets), "the weight of a target is not above the bound")
        for x, weight in weights.items():
            need(weight >= 0 or targets == [x] or not self.live >> x & 1, "another weight is negative")
        need(len(set(targets)) == len(targets), "a target is listed twice")
        self.live ^= sum(1 << target for target in targets)

    def add(self, terms):
        """The sum of the terms of a count: weights and a bound."""
        weights, bound = {}, 0
        for word in terms:
            match = TERM.fullmatch(word)
            need(match and int(match[2] or 1) <= MAX_MULTIPLIER, f"{word!a} is no term")
            times = int(match[2] or 1) * (1 if match[1] == "-" else -1)
            row = self.row(match[3], times > 0)
            bound += times * (row.hi if times > 0 else row.lo)
            for x, weight in row.weights.items():
                weights[x] = weights.get(x, 0) + times * weight
        return weights, bound

    def row(self, name, is_upper):
        """The row of a term, which uses its upper or its lower bound."""
        if name in self.board.members:
            return Row(dict.fromkeys(self.board.members[name], 1), 1, 1)
        need(is_upper and name in self.deadly, f"{name!a} is no group, and no deadly set behind `-`")
        return Row(dict.fromkeys(self.deadly[name], 1), None, len(self.deadly[name]) - 1)

    def define_deadly(self, tokens):
        need(self.assume_unique, "a deadly set without `assume unique`")
        need(len(tokens) > 1 and DEADLY.fullmatch(tokens[0]) and tokens[1] == ":", "not the form of a deadly set")
        p, q = self.exchange(tokens[2:])
        for kind in range(1, 4):
            mine, others = (sorted(self.board.held[x][kind] for x in part) for part in (p, q))
            need(mine == others, "the lists differ in a row, column or box")
        self.deadly[tokens[0]] = p

    def exchange(self, tokens):
        """Reads two candidate lists on the same cells, the second within the puzzle."""
        p, q = ([self.board.candidate(word, "=") for word in part] for part in self.halves(tokens))
        need(set(p) != set(q), "the lists are equal")
        mine, others = (sorted(x // self.board.n for x in part) for part in (p, q))
        need(mine == others and len(set(mine)) == len(mine), "the lists differ in a cell, or a cell stands twice")
        need(all(self.puzzle >> x & 1 for x in q), "a candidate of the second list is not in the puzzle")
        return p, q

    def claim(self, tokens):
        need(not self.open, "the claim stands inside of a suppose")
        (kind, *rest), premises = tokens or [None], (self.from_state, self.assume_unique)
        if kind == "unique" and len(rest) == 1:
            need(self.live == self.solution(rest[0]), "the live candidates are not those of the grid")
            return kind, *premises, f"the only solution is {rest[0]}"
        if kind == "none" and len(rest) >= 2 and rest[0] == ":":
            self.refute(rest[1:])
            return kind, *premises, "there is no solution"
        if kind == "many" and len(rest) == 2:
            need(not self.assume_unique, "several solutions are claimed under `assume unique`")
            need(self.solution(rest[0]) != self.solution(rest[1]), "the grids are equal")
            return kind, *premises, f"{rest[0]} and {rest[1]} are solutions"
        need(tokens == ["open"], "no claim")
        return kind, *premises, "the eliminations are right"

    def solution(self, text):
        grid = self.board.grid(text, "")
        mask = sum(1 << x for x in grid)
        need(not any(self.excluded[x] & mask for x in grid), "the grid is no solution of the board")
        need(mask & self.puzzle & self.state == mask, "the grid is not in the puzzle")
        self.grid_obeys(grid)
        return mask

    def grid_obeys(self, grid):
        """Whether the grid satisfies the constraint lines."""

class Proof2(Proof):
    """Version 2: rows with weights and bounds, and constraint lines."""

    def constraints(self, tokens):
        board, n = self.board, self.board.n
        self.excluded, self.size, self.cuts = list(board.excluded), 0, []
        self.rows = {name: Row(dict.fromkeys(members, 1), 1, 1) for name, members in board.members.items()}
        self.names = {}  # the header lines and the houses of the board, each with its cells
        self.deadly = set()  # names of deadly sets that have a row
        self.machines, self.is_taken = [], set()
        for name, cells in board.houses.items():
            self.define_house(name, cells)
        while tokens[0] in LINES or tokens[0] in MACHINES or tokens[0] in ("allow", "all"):
            if tokens[0] == "allow":
                need(len(tokens) == 3, "not the form of `allow`")
                cell, digits = board.cell(tokens[1]), board.digits(tokens[2])
                self.puzzle &= ~sum(1 << cell * n + d for d in set(range(n)) - set(digits))
                self.grow(1)
            elif tokens[0] == "all":
                need(len(tokens) == 3 and tokens[1] in MOVES, "not the form of `all`")
                self.relate(tokens[2], self.moves(MOVES[tokens[1]]))
                self.grow(4 * n * n + 1)
            else:
                self.define(tokens[0], tokens[1:])
            tokens = self.lines.next(self)
        # A link of one cell or house adds nothing: its candidates already exclude each other.
        for name in self.rows.keys() - board.members.keys():
            if is_link(self.rows[name]):
                members = sum(1 << x for x in self.rows[name].weights)
                for x in self.rows[name].weights:
                    self.excluded[x] |= members ^ 1 << x
        self.header_rows = list(self.rows.values())
        return tokens

    def grow(self, size):
        self.size += size
        if self.size > MAX_SIZE:
            raise Declined("the definitions are too large")

    def take_name(self, word):
        match = NAME.fullmatch(word)
        no_name = ("r", "c", "b") if "b1" in self.board.houses else ("r", "c")
        need(match and match[1] not in no_name, f"{word!a} is no name")
        need(word not in self.is_taken, f"{word!a} is defined already")
        self.is_taken.add(word)

    def moves(self, offsets):
        n = self.board.n
        for a in range(n * n):
            for down, right in offsets:
                if a // n + down < n and 0 <= a % n + right < n:
                    yield a, a + down * n + right

    def relate(self, word, pairs):
        """Makes candidates of the pairs of cells exclude each other where the relation does not
        hold."""
        match = RELATION.fullmatch(word)
        need(match, f"{word!a} is no relation")
        kind, sign, limit = next(match.group(i, i + 1, i + 2) for i in (1, 4, 7, 10) if match[i] is not None)
        n, holds, k = self.board.n, OPERATORS[sign], number(limit) if kind in ("d", "s", "r") else 0
        test = {
            "": lambda a, b: holds(a, b),
            "d": lambda a, b: holds(abs(a - b), k),
            "s": lambda a, b: holds(a + b, k),
            "r": lambda a, b: (a == k * b or b == k * a) == (sign == "="),
            "p": lambda a, b: holds(a % 2, b % 2),
            "m": lambda a, b: holds(a % 3, b % 3),
            "e": lambda a, b: holds(3 * (a - 1) // n, 3 * (b - 1) // n),
        }[kind]
        wrong = [(d, e) for d in range(n) for e in range(n) if not test(d + 1, e + 1)]
        for a, b in pairs:
            for d, e in wrong:
                self.excluded[a * n + d] |= 1 << b * n + e
                self.excluded[b * n + e] |= 1 << a * n + d

    def values(self, cells):  # the weights of a row that sums the digits of the cells
        n = self.board.n
        return {cell * n + d: d + 1 for cell in cells for d in range(n)}

    def define_house(self, name, cells):
        total = self.board.n * (self.board.n + 1) // 2
        self.rows[name] = Row(self.values(cells), total, total)
        self.names[name] = Line(cells, [])

    def digit_rows(self, name, digits, cells, lo, hi):
        for d in digits:
            self.rows[DIGITS[d] + name] = Row({cell * self.board.n + d: 1 for cell in cells}, lo, hi)

    def define(self, kind, tokens):
        board, n = self.board, self.board.n
        arguments = LINES.get(kind, MACHINES.get(kind))
        need(len(tokens) > arguments + 2 and tokens[arguments + 1] == ":", f"not the form of {kind!a}")
        name, words = tokens[0], tokens[arguments + 2 :]
        self.take_name(name)
        if kind in ("sum", "row"):
            return self.define_row(kind, name, tokens[1 : arguments + 1], words)
        cells = [board.cell(word) for word in words]
        k = len(cells)
        need(len(set(cells)) == k, "a cell stands twice")
        size = k + 1
        if kind == "house":
            need(k == n, "a house has not n cells")
            self.digit_rows(name, range(n), cells, 1, 1)
            self.define_house(name, cells)
            size = 2 * n * n + 1
        elif kind in ("different", "cage"):
            self.names[name] = Line(cells, [])
            self.digit_rows(name, range(n), cells, None, 1)
            size = n * k + 1
            if kind == "cage":
                total = number(tokens[1])
                self.rows[name] = Row(self.values(cells), total, total)
                self.names[name] = Line(cells, [self.rows[name]])
                size = 2 * n * k + 1
        elif kind == "has":
            digits = board.digits(tokens[1], True)
            for d in sorted(set(digits)):
                self.digit_rows(name, [d], cells, digits.count(d), None)
            self.names[name] = Line(cells, [self.rows[DIGITS[d] + name] for d in sorted(set(digits))])
            size = k * len(set(digits)) + 1
        elif kind in ("path", "every"):
            need(k >= 2, "a relation needs two cells")
            later = ((a, b) for i, a in enumerate(cells) for b in cells[i + 1 :])
            pairs = zip(cells, cells[1:]) if kind == "path" else later
            self.relate(tokens[1], pairs)
            self.names[name] = Line(cells, [])
            size = (k if kind == "path" else k * k) + 1
        else:
            need(kind != "between" or k >= 2, "a line has two ends")
            s = number(tokens[1], int(kind == "mod")) if arguments else 0
            cells = [cells[0], cells[-1], *cells[1:-1]] if kind == "between" else cells
            machine = Machine(cells, *machine_of(kind, s, n))
            self.machines.append(machine)
            self.names[name] = Line(cells, [machine])
        self.grow(size)

    def define_row(self, kind, name, arguments, words):
        n, weights, cells = self.board.n, {}, []
        lo, hi = (None if word == "-" and kind == "row" else signed(word) for word in arguments * (3 - len(arguments)))
        need(lo is not None or hi is not None, "both bounds are missing")
        for word in words:
            match = SUM_TERM.fullmatch(word)
            need(match and (match[4] is not None) == (kind == "row"), f"{word!a} is no term of {kind}")
            times = number(match[2] or "1", 1, 1000) * (-1 if match[1] else 1)
            cells.append(self.board.cell(match[3]))
            digits = self.board.digits(match[4]) if kind == "row" else range(n)
            weights.update((cells[-1] * n + d, times * (1 if kind == "row" else d + 1)) for d in digits)
        need(len(set(cells)) == len(cells), "a cell stands twice")
        self.rows[name] = Row(weights, lo, hi)
        if kind == "sum":
            self.names[name] = Line(cells, [self.rows[name]])
        self.grow(len(weights) + 1)

    def grid_obeys(self, grid):
        digits = dict((x // self.board.n, x % self.board.n + 1) for x in grid)
        for row in self.header_rows:
            total = sum(row.weights.get(x, 0) for x in grid)
            need((row.lo is None or row.lo <= total) and (row.hi is None or total <= row.hi), "the grid breaks a row")
        for machine in self.machines:
            state = (0, 0, 0)
            for cell in machine.cells:
                state = state and machine.step(state, digits[cell])
            need(state and machine.accepts(state), "the grid breaks a machine")

    def do(self, kind, rest):
        if kind == "fill":
            targets, items = self.halves(rest)
            targets, items = self.targets(targets), self.items(items)
            need(len(set(targets)) == len(targets), "a target is listed twice")
            self.nodes = 0
            for target in targets:
                need(not self.can_fill(*items, self.live & ~self.excluded[target]), "there is a filling")
            self.live ^= sum(1 << target for target in targets)
        elif kind in ("derive", "cut"):
            self.define_step(kind, rest)
        else:
            super().do(kind, rest)
            if kind == "suppose":
                self.cuts.append([])
            elif kind == "refuted":
                for name in self.cuts.pop():
                    self.size -= len(self.rows.pop(name).weights) + 1
                    self.is_taken.remove(name)

    def truth(self, word):
        need(word in self.rows and is_truth(self.rows[word]), f"{word!a} is no truth")
        return sum(1 << x for x in self.rows[word].weights)

    def refute(self, items):
        items, self.nodes = self.items(items), 0
        need(not self.can_fill(*items, self.live), "there is a filling")

    def row(self, name, is_upper):
        if name.startswith("{"):
            need(is_upper and name.endswith("}"), f"{name!a} is no link")
            cells, members = set(), []
            for item in name[1:-1].split(","):
                cell, _, digits = item.partition("=")
                cell = self.board.cell(cell)
                need(cell not in cells, "a cell stands twice")
                cells.add(cell)
                members += [cell * self.board.n + d for d in self.board.digits(digits)]
            mask = sum(1 << x for x in members)
            need(all(mask & ~self.excluded[x] == 1 << x for x in members), f"{name!a} is no link")
            return Row(dict.fromkeys(members, 1), None, 1)
        need(name in self.rows, f"{name!a} is no row")
        row = self.rows[name]
        need((row.hi if is_upper else row.lo) is not None, f"{name!a} has no such bound")
        return row

    def define_step(self, kind, tokens):
        colon = 1 if kind == "derive" else 2
        need(len(tokens) > colon + 1 and tokens[colon] == ":", f"not the form of {kind!a}")
        name, terms = tokens[0], tokens[colon + 1 :]
        self.take_name(name)
        if kind == "derive":
            for word in terms:
                match = TERM.fullmatch(word)
                row = self.rows.get(match[3]) if match else None
                need(row and row.lo is not None and row.lo == row.hi, f"{word!a} is no equation")
            weights, bound = self.add(terms)
            row = Row({x: -weight for x, weight in weights.items() if weight}, -bound, -bound)
        else:
            divisor = number(tokens[1], 2)
            weights, bound = self.add(terms)
            weights = {x: weight // divisor for x, weight in weights.items() if self.live >> x & 1}
            row = Row({x: weight for x, weight in weights.items() if weight}, None, bound // divisor)
            if self.cuts:
                self.cuts[-1].append(name)
        if max(abs(value) for value in (row.hi, *row.weights.values())) > MAX_WEIGHT:
            raise Declined("a weight is too large")
        self.grow(len(row.weights) + 1)
        self.rows[name] = row

    def define_deadly(self, tokens):
        need(self.assume_unique, "a deadly set without `assume unique`")
        need(len(tokens) > 1 and tokens[1] == ":", "not the form of a deadly set")
        self.take_name(tokens[0])
        p, q = self.exchange(tokens[2:])
        cells = {x // self.board.n for x in q}
        inside = sum(1 << cell * self.board.n + d for cell in cells for d in range(self.board.n))
        by_p = by_q = 0
        for x, y in zip(p, q):
            by_p, by_q = by_p | self.excluded[x], by_q | self.excluded[y]
        need(not by_q & sum(1 << x for x in q), "candidates of the second list exclude each other")
        need(not by_q & ~by_p & ~inside, "the second list excludes more than the first")
        for row in self.header_rows:
            before, after = (sum(row.weights.get(x, 0) for x in part) for part in (p, q))
            need(row.lo is None or after >= before, "the exchange lowers a row")
            need(row.hi is None or after <= before, "the exchange raises a row")
        need(not any(cells & set(machine.cells) for machine in self.machines), "a machine has one of the cells")
        self.grow(len(p) + 1)
        self.rows[tokens[0]] = Row(dict.fromkeys(p, 1), None, len(p) - 1)
        self.deadly.add(tokens[0])

    def items(self, words):
        """The variables and conditions of a `fill`."""
        board, variables, conditions, places = self.board, [], [], {}

        def add_cells(cells):
            for cell in cells:
                if cell not in places:
                    places[cell] = len(variables)
                    variables.append(Variable((1 << board.n) - 1 << cell * board.n, cell))

        for word in words:
            need(word in self.names or word in self.rows, f"{word!a} is no item")
            need(word not in self.deadly, "a deadly set cannot be filled")
        need(len(set(words)) == len(words), "an item stands twice")
        for word in words:
            if word in self.names:
                add_cells(self.names[word].cells)
                conditions += self.names[word].conditions
            elif CELL.fullmatch(word):
                add_cells([board.cell(word)])
            elif is_truth(self.rows[word]):
                variables.append(Variable(sum(1 << x for x in self.rows[word].weights), None))
            else:
                add_cells(sorted({x // board.n for x in self.rows[word].weights}))
                conditions.append(self.rows[word])
        if len(variables) > MAX_VARIABLES:
            raise Declined("there are too many variables")
        if sum(variable.values.bit_count() for variable in variables) > MAX_MEMBERS:
            raise Declined("the variables have too many members")
        for condition in conditions:
            if isinstance(condition, Machine):
                order = [places[cell] for cell in condition.cells]
                need(order == sorted(order), "a machine reads its cells in another order")
        return variables, conditions

    def count_node(self):
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise Declined("the fillings are too many")

    def can_fill(self, variables, conditions, live):
        """Whether each variable can take one candidate of `live`."""
        n, moves, forward = self.board.n, [], []
        for condition in conditions:
            if isinstance(condition, Machine):
                cells = set(condition.cells)
                move = lambda s, x, step=condition.step: step(s, x % n + 1)
            else:
                cells = {x // n for x in condition.weights}
                move = lambda s, x, weights=condition.weights: s + weights.get(x, 0)
            # For each variable, the change of state by each candidate. None if the state stays as
            # it is.
            moves.append([move if variable.cell in cells else None for variable in variables])
            states = {(0, 0, 0) if isinstance(condition, Machine) else 0}
            layers = [states]
            for variable, move in zip(variables, moves[-1]):
                values = list(bits(variable.values & live))
                if move:
                    states = {move(s, x) for s in states for x in values} - {None}
                states = states if values else set()
                for _ in states:
                    self.count_node()
                layers.append(states)
            forward.append(layers)
        good = []
        for condition, layers, steps in zip(conditions, forward, moves):
            if isinstance(condition, Machine):
                last = {s for s in layers[-1] if condition.accepts(s)}
            else:
                lo, hi = condition.lo, condition.hi
                last = {s for s in layers[-1] if (lo is None or lo <= s) and (hi is None or s <= hi)}
            back = [last]
            for variable, move, states in zip(variables[::-1], steps[::-1], layers[-2::-1]):
                values = list(bits(variable.values & live))
                if move:
                    last = {s for s in states if any(move(s, x) in last for x in values)}
                else:
                    last = states & last if values else set()
                back.append(last)
            good.append(back[::-1])
        if not all(sets[0] for sets in good):
            return False
        later = [0] * (len(variables) + 1)
        for i in range(len(variables) - 1, -1, -1):
            later[i] = later[i + 1] | variables[i].values
        start = tuple((0, 0, 0) if isinstance(condition, Machine) else 0 for condition in conditions)
        layer = {(start, live & later[0])}
        for i, variable in enumerate(variables):
            following = set()
            for states, left in layer:
                for x in bits(left & variable.values):
                    new = tuple(steps[i](s, x) if steps[i] else s for s, steps in zip(states, moves))
                    if all(s in sets[i + 1] for s, sets in zip(new, good)):
                        node = new, left & ~self.excluded[x] & later[i + 1]
                        if node not in following:
                            self.count_node()
                            following.add(node)
            layer = following
        return bool(layer)

def machine_of(kind, s, n):
    """The step function and the acceptance test of a machine. A failing step returns None."""

    def sandwich(state, d):
        p, q, _ = state
        if d in (1, n):
            return (1, 0, 0) if p == 0 else (2, 0, 0) if p == 1 and q == s else None
        if p == 1:
            return (1, q + d, 0) if q + d <= s else None
        return state

    def xsum(state, d):
        p, q, _ = state
        if state == (0, 0, 0):
            p, q = d - 1, d
        elif p > 0:
            p, q = p - 1, q + d
        else:
            return state
        return None if q > s or p == 0 and q != s else (p, q, 0)

    def skyscraper(state, d):
        p, q, _ = state
        if d > p:
            return (d, q + 1, 0) if q + 1 <= s else None
        return state

    def between(state, d):
        p, q, _ = state
        if state == (0, 0, 0):
            return d, 0, 0
        if q == 0:
            return min(p, d), max(p, d), 0
        return state if p < d < q else None

    def rise(state, d):
        p, q, longest = state
        t = q + 1 if d > p else 1
        return (d, t, max(longest, t)) if t <= s else None

    def same(state, d):
        p, q, longest = state
        c = 1 + d % 2
        t = q + 1 if c == p else 1
        return (c, t, max(longest, t)) if t <= s else None

    def mod(state, d):
        return (state[0] + d) % s, 0, 0

    def turn(state, d, allows):
        p, q, _ = state
        if p == 0:
            return d, 0, 0
        w = 1 if d < p else 2
        return (d, w, 0) if d != p and (q == 0 or allows(q, w)) else None

    def arith(state, d):
        p, q, difference = state
        if q == 0:
            return d, 1, 0
        if q == 1:
            return d, 2, d - p
        return (d, 2, difference) if d - p == difference else None

    return {
        "sandwich": (sandwich, lambda state: state[0] == 2),
        "xsum": (xsum, lambda state: state[0] == 0),
        "skyscraper": (skyscraper, lambda state: state[1] == s),
        "between": (between, lambda state: state[1] > 0),
        "rise": (rise, lambda state: state[2] == s),
        "same": (same, lambda state: state[2] == s),
        "mod": (mod, lambda state: state[0] == 0),
        "mono": (lambda state, d: turn(state, d, operator.eq), lambda state: True),
        "zigzag": (lambda state, d: turn(state, d, operator.ne), lambda state: True),
        "arith": (arith, lambda state: True),
    }[kind]

class Lines:
    """The lines of a file without comments and empty lines, and the current place."""

    def __init__(self, stream):
        self.stream, self.line, self.step = stream, 0, "-"

    def next(self, proof=None, may_end=False):
        """The tokens of the next line that is neither empty nor a comment. None at the end of
        the file, if the file may end here."""
        while text := self.stream.readline(MAX_LINE + 1):
            self.line += 1
            if text.endswith(b"\n"):
                text = text[:-2] if text.endswith(b"\r\n") else text[:-1]
            elif len(text) > MAX_LINE:
                self.reject(proof, "the line is too long")
            tokens = [token for token in text.decode("latin-1").split(" ") if token]
            if tokens and not tokens[0].startswith("#"):
                return tokens
        self.line += 1
        return None if may_end else self.reject(proof, "the file ends without a claim")

    def reject(self, proof, why):
        if proof:
            proof.step = "-"  # The error does not belong to a step.
        raise Rejected(why)

    def proof(self):
        """Reads the version and the board."""
        tokens = self.next()
        need(len(tokens) == 2 and tokens[0] == "qed", "the first line is not `qed 1` or `qed 2`")
        need(NUMBER.fullmatch(tokens[1]), "the version is not a number")
        if tokens[1] not in ("1", "2"):
            raise Declined("the version is not known")
        version, tokens = tokens[1], self.next()
        need(tokens[0] == "board" and len(tokens) > 1, "the second line is not `board KIND`")
        is_latin = tokens[1] == "latin" and version == "2"
        if tokens[1] != "sudoku" and not is_latin:
            raise Declined("the board is not known")
        sizes = tokens[2].split("x") if len(tokens) == 3 else []
        need(len(sizes) == (1 if is_latin else 2), "no board has this size")
        need(all(NUMBER.fullmatch(size) and size != "0" for size in sizes), "no board has this size")
        # A size of more than two digits is always too large.
        if any(len(size) > 2 for size in sizes) or int(sizes[0]) * int((sizes + ["1"])[1]) > 25:
            raise Declined("the board is too large")
        shape = int(sizes[0]), int((sizes + ["1"])[1]), not is_latin
        board = Board.known.get(shape) or Board.known.setdefault(shape, Board(*shape))
        return (Proof if version == "1" else Proof2)(self, board)

def verdict(stream):  # exit code, short form, sentence
    lines, proof = Lines(stream), None
    try:
        proof = lines.proof()
        (kind, *words), steps = proof.check()
        return 0, f"accepted {kind} {steps}", f"accepted: {''.join(words)} (steps: {steps})"
    except Rejected as why:
        step = proof.step if proof else "-"
        return 1, f"rejected {lines.line} {step}", f"rejected at line {lines.line}, step {step}: {why}"
    except Declined as why:
        return 2, "declined", f"declined: {why}"

def main(files):
    if not files:
        print(__doc__, file=sys.stderr)
    while files == ["--batch"] and (size := sys.stdin.buffer.readline()):
        print(verdict(io.BytesIO(sys.stdin.buffer.read(int(size))))[1], flush=True)
    codes = set()
    for name in [] if files == ["--batch"] else files:
        try:
            with open(0 if name == "-" else name, "rb") as stream:
                code, _, words = verdict(stream)
        except OSError as error:
            code, words = 3, f"unreadable: {error.strerror}"
        print(f"{ascii(name)[1:-1]}: {words}")
        codes.add(code)
    return next((code for code in (3, 1, 2) if code in codes), 0 if files else 3)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
