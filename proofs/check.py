#!/usr/bin/env python3
"""A second checker of Qedoku proof files, written from FORMAT.md alone.

    python3 check.py FILE...     one verdict a file; `-` is the standard input
    python3 check.py --batch     reads a number of bytes on a line, that many bytes of a file, and so on; writes
                 for each file a line: `accepted CLAIM STEPS`, `rejected LINE STEP` (or `-` for no step), `declined`

Exit codes: 0 all accepted, 1 some file rejected, 2 some declined, 3 some unreadable or wrong usage.
Sets of candidates are integers: bit number `cell * n + digit`, both counted from 0.
"""
import io, re, sys

DIGITS = "123456789ABCDEFGHIJKLMNOP"
MAX_LINE, MAX_MULTIPLIER, MAX_OPEN = 1_048_576, 1_000_000, 10_000
NUMBER = re.compile("0|[1-9][0-9]*")
CANDIDATE = re.compile("r([1-9][0-9]?)c([1-9][0-9]?)(=|<>)([1-9A-P])")
TERM = re.compile(r"([+-])(?:([1-9][0-9]{0,6})\*)?([^*]+)")
DEADLY = re.compile("d[1-9][0-9]?")

class Rejected(Exception): pass
class Declined(Exception): pass

def need(condition, why):
    if not condition:
        raise Rejected(why)

class Board:
    known = {}

    def __init__(self, height, width):
        n = self.n = height * width
        self.held = []  # for each candidate the names of its four groups, the cell first
        self.members = {}  # for each group its candidates
        for x in range(n * n * n):
            row, column, digit = x // n // n + 1, x // n % n + 1, DIGITS[x % n]
            box = height * ((row - 1) // height) + (column - 1) // width + 1
            self.held.append((f"r{row}c{column}", f"{digit}r{row}", f"{digit}c{column}", f"{digit}b{box}"))
            for name in self.held[x]:
                self.members.setdefault(name, []).append(x)
        self.groups = {name: sum(1 << x for x in members) for name, members in self.members.items()}
        self.excluded = []  # for each candidate the set of those that it excludes
        for x, names in enumerate(self.held):
            cell, row, column, box = (self.groups[name] for name in names)
            self.excluded.append((cell | row | column | box) ^ 1 << x)

    def candidate(self, word, relation):
        match = CANDIDATE.fullmatch(word)
        need(match and match[3] == relation, f"{word!a} is no candidate")
        row, column, digit = int(match[1]) - 1, int(match[2]) - 1, DIGITS.index(match[4])
        need(max(row, column, digit) < self.n, f"{word!a} is not on the board")
        return (row * self.n + column) * self.n + digit

    def group(self, word):
        need(word in self.groups, f"{word!a} is no group")
        return self.groups[word]

    def grid(self, text, blank):
        """The candidates of a line of digits; `blank` is the character for an empty cell, if there may be some."""
        need(len(text) == self.n * self.n, "a grid has not one character for each cell")
        need(set(text) <= set(DIGITS[: self.n] + blank), "a grid has a wrong character")
        return [cell * self.n + DIGITS.index(c) for cell, c in enumerate(text) if c != blank]

class Proof:
    def __init__(self, stream):
        self.stream, self.line, self.step, self.open, self.deadly = stream, 0, "-", [], {}
        self.from_state = self.assume_unique = ""  # the premises in words, where there are some

    def next(self, may_end=False):
        """The tokens of the next line that counts; none where the file ends, and may end."""
        while text := self.stream.readline(MAX_LINE + 1):
            self.line += 1
            if text.endswith(b"\n"):
                text = text[:-2] if text.endswith(b"\r\n") else text[:-1]
            elif len(text) > MAX_LINE:
                self.reject("the line is too long")
            tokens = [token for token in text.decode("latin-1").split(" ") if token]
            if tokens and not tokens[0].startswith("#"):
                return tokens
        self.line += 1
        return None if may_end else self.reject("the file ends without a claim")

    def reject(self, why):
        self.step = "-"  # It is no fault of a step.
        raise Rejected(why)

    def check(self):
        """The claim and the number of steps, if the file is right."""
        tokens, self.step = self.header(), 1
        while tokens[0] != "claim":
            self.do(tokens[0], tokens[1:])
            tokens = self.next()
            self.step += 1
        found = self.claim(tokens[1:]), self.step
        return found if self.next(True) is None else self.reject("a line stands after the claim")

    def header(self):
        """Reads the header, and gives the first line after it."""
        tokens = self.next()
        need(len(tokens) == 2 and tokens[0] == "qed" and NUMBER.fullmatch(tokens[1]), "the first line is not `qed 1`")
        if tokens[1] != "1":
            raise Declined("the version is not known")
        tokens = self.next()
        need(tokens[0] == "board" and len(tokens) > 1, "the second line is not `board KIND`")
        if tokens[1] != "sudoku":
            raise Declined("the board is not known")
        sizes = tokens[2].split("x") if len(tokens) == 3 else []
        need(len(sizes) == 2 and all(NUMBER.fullmatch(s) and s != "0" for s in sizes), "no board has this size")
        # A number of more than two digits is too large, whatever it is.
        if any(len(size) > 2 for size in sizes) or int(sizes[0]) * int(sizes[1]) > 25:
            raise Declined("the board is too large")
        shape = int(sizes[0]), int(sizes[1])
        board = self.board = Board.known.get(shape) or Board.known.setdefault(shape, Board(*shape))
        self.puzzle = self.state = (1 << board.n**3) - 1
        tokens, givens, found = self.next(), [], False
        if tokens[0] == "givens":
            need(len(tokens) == 2, "the givens are not one token")
            givens, found = board.grid(tokens[1], "."), True
            for given in givens:
                self.puzzle &= ~board.groups[board.held[given][0]] | 1 << given
            tokens = self.next()
        if tokens[0] == "state":
            need(len(tokens) == 1 + board.n**2, "the state has not one token for each cell")
            self.state = 0
            for cell, text in enumerate(tokens[1:]):
                digits = [] if text == "-" else [DIGITS[: board.n].find(c) for c in text]
                need(all(a < b for a, b in zip([-1] + digits, digits)), f"{text!a} is no cell of a state")
                self.state |= sum(1 << cell * board.n + digit for digit in digits)
            self.puzzle = self.puzzle if found else self.state
            tokens, found, self.from_state = self.next(), True, "from the given state, "
        need(found, "neither givens nor state")
        if tokens[0] == "assume":
            need(tokens == ["assume", "unique"], "only `unique` can be assumed")
            tokens, self.assume_unique = self.next(), "if the puzzle has at most one solution, "
        self.live = self.puzzle & self.state
        for given in givens:
            self.live &= ~board.excluded[given]
        return tokens

    def do(self, kind, rest):
        if kind == "count":
            self.count(rest)
        elif kind == "deadly":
            self.define_deadly(rest)
        elif kind == "single" and len(rest) == 3 and rest[1] == ":":
            candidate, group = self.board.candidate(rest[0], "="), self.board.group(rest[2])
            need(self.live & group == 1 << candidate, "the candidate is not the only live one of the group")
            self.live &= ~self.board.excluded[candidate]
        elif kind == "suppose" and len(rest) == 1:
            candidate = self.board.candidate(rest[0], "=")
            need(self.live >> candidate & 1, "the candidate is not live")
            need(len(self.open) < MAX_OPEN, "too many supposes are open")
            self.open.append(self.live & ~(1 << candidate))
            self.live &= ~self.board.excluded[candidate]
        elif kind == "refuted" and len(rest) == 1:
            need(not self.live & self.board.group(rest[0]), "the group is not empty")
            need(self.open, "no suppose is open")
            self.live = self.open.pop()
        else:
            raise Rejected(f"{kind!a} is no step, or has not the form of one")

    def lists(self, tokens):  # before and after the first colon
        colon = tokens.index(":") if ":" in tokens else 0
        need(0 < colon < len(tokens) - 1, "there are not two lists, each of something")
        return tokens[:colon], tokens[colon + 1 :]

    def count(self, tokens):
        targets, terms = self.lists(tokens)
        targets = [self.board.candidate(word, "<>") for word in targets]
        weights, bound = dict.fromkeys(targets, 0), 0
        need(len(weights) == len(targets), "a target is listed twice")
        for word in terms:
            match = TERM.fullmatch(word)
            need(match and int(match[2] or 1) <= MAX_MULTIPLIER, f"{word!a} is no term")
            times, name = int(match[2] or 1) * (1 if match[1] == "-" else -1), match[3]
            members, most = self.board.members.get(name), 1
            if members is None:
                need(times > 0 and name in self.deadly, f"{name!a} is no group, and no deadly set behind `-`")
                members, most = self.deadly[name], len(self.deadly[name]) - 1
            bound += times * most
            for x in members:
                weights[x] = weights.get(x, 0) + times
        need(all(self.live >> target & 1 for target in targets), "a target is not live")
        need(all(weights[target] > bound for target in targets), "the weight of a target is not above the bound")
        for x, weight in weights.items():
            need(weight >= 0 or targets == [x] or not self.live >> x & 1, "another weight is negative")
        self.live ^= sum(1 << target for target in targets)

    def define_deadly(self, tokens):
        need(self.assume_unique, "a deadly set without `assume unique`")
        need(len(tokens) > 1 and DEADLY.fullmatch(tokens[0]) and tokens[1] == ":", "not the form of a deadly set")
        p, q = ([self.board.candidate(word, "=") for word in part] for part in self.lists(tokens[2:]))
        need(set(p) != set(q), "the lists are equal")
        for kind in range(4):  # The first are the cells: none may stand twice.
            mine, others = (sorted(self.board.held[x][kind] for x in part) for part in (p, q))
            need(mine == others, "the lists differ in a cell, row, column or box")
            need(kind > 0 or len(set(mine)) == len(mine), "a cell stands twice")
        need(all(self.puzzle >> x & 1 for x in q), "a candidate of the second list is not in the puzzle")
        self.deadly[tokens[0]] = p

    def claim(self, tokens):
        need(not self.open, "the claim stands inside of a suppose")
        (kind, *rest), premises = tokens or [None], (self.from_state, self.assume_unique)
        if kind == "unique" and len(rest) == 1:
            need(self.live == self.solution(rest[0]), "the live candidates are not those of the grid")
            return kind, *premises, f"the only solution is {rest[0]}"
        if kind == "none" and len(rest) == 2 and rest[0] == ":":
            need(not self.live & self.board.group(rest[1]), "the group is not empty")
            return kind, *premises, "there is no solution"
        if kind == "many" and len(rest) == 2:
            need(not self.assume_unique, "several solutions are claimed under `assume unique`")
            need(self.solution(rest[0]) != self.solution(rest[1]), "the grids are equal")
            return kind, *premises, f"{rest[0]} and {rest[1]} are solutions"
        need(tokens == ["open"], "no claim")
        return kind, *premises, "the eliminations are right"

    def solution(self, text):
        grid = self.board.grid(text, "")
        held = {name for x in grid for name in self.board.held[x]}
        need(len(held) == len(self.board.groups), "the grid is no solution of the board")
        need(all((self.puzzle & self.state) >> x & 1 for x in grid), "the grid is not in the puzzle")
        return sum(1 << x for x in grid)

def verdict(stream):  # the exit code, in short, in words
    proof = Proof(stream)
    try:
        (kind, *words), steps = proof.check()
        return 0, f"accepted {kind} {steps}", f"accepted: {''.join(words)} (steps: {steps})"
    except Rejected as why:
        return 1, f"rejected {proof.line} {proof.step}", f"rejected at line {proof.line}, step {proof.step}: {why}"
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
