# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---

# %% [markdown]
# # A tour of Qedoku
#
# This script is a notebook: `jupytext --to notebook tour.py` converts it, and editors that know
# `# %%` run it cell by cell. It creates and grades a collection, looks at the hardest step, writes
# an unsound rule, fixes it, and mines a rule. The tests run it.

# %%
from __future__ import annotations

import collections

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plot
import polars
import qedoku
import qedoku.mine

# %% [markdown]
# ## A collection, graded
#
# Any Arrow table works, and `qedoku.read` reads files of puzzles. Here are some new ones, from a
# fixed seed.

# %%
puzzles = polars.DataFrame({"puzzle": [str(puzzle) for puzzle in qedoku.create(60, seed=2024)]})
grades = polars.DataFrame(qedoku.grade_batch(puzzles))
print(grades.group_by("level").len().sort("len", descending=True))
assert grades["error"].null_count() == len(puzzles)

# %% [markdown]
# ## What makes them hard

# %%
figure, (left, right) = plot.subplots(1, 2, figsize=(10, 3.5))
levels = ["easy", "medium", "hard", "unfair", "extreme", "search"]
counts = collections.Counter(grades["level"].to_list())
left.bar(levels, [counts[level] for level in levels])
left.set_title("levels")
right.scatter(grades["clues"].to_list(), grades["score"].to_list(), s=8)
right.set_yscale("log")
right.set_xlabel("clues")
right.set_title("score")
figure.tight_layout()

# %% [markdown]
# ## The hardest step of the hardest puzzle, drawn
#
# In a notebook, a step draws itself. Its certificate has the reasons, and anyone can check it.

# %%
hardest = grades.sort("score", descending=True).row(0, named=True)
solver = qedoku.Solver()
steps = [step for step in solver.path(hardest["puzzle"]) if step.name == hardest["hardest"]]
step = steps[0]
print(step.sentence)
print(*step.certificate, sep="\n")
drawing = step.svg()
assert drawing.startswith("<svg") and drawing.rstrip().endswith("</svg>")
step

# %% [markdown]
# ## A rule in a cell, refuted
#
# Two cells hold the same two digits. Can one of the digits be eliminated from every cell that sees
# both? Only if the two cells see each other. Z3 finds a board on which the rule is wrong.

# %%
wrong = qedoku.Rule.from_text(
    """
    rule twins {
      level hard
      score 150
      for   cells a, b, digits x, y
      when  every candidate of a is x or y
            every candidate of b is x or y
      then  eliminate x from cells seeing a and b
    }
    """
)
(verdict,) = wrong.check()
print(verdict)
assert verdict.verdict == "unsound" and verdict.board is not None

# %% [markdown]
# ## The same rule, mended

# %%
text = wrong.text.replace("cells a, b,", "house H, cells a, b in H,")
mended = qedoku.Library.from_text(text)
print(*mended.check())
assert all(mended.check())

# %%
with_twins = qedoku.Solver(mended, off=["naked_subset"])
print(with_twins.grade(hardest["puzzle"]).techniques)

# %% [markdown]
# ## A mined rule
#
# Where the rules are stuck, a few truths refute a candidate. They form a pattern, and the pattern
# is a rule: Z3 proves it, and it loads like any other.

# %%
basic = qedoku.Solver(max_level="easy", search=False)
stuck = qedoku.Puzzle(basic.solve(hardest["puzzle"]).state)
solution = solver.solve(hardest["puzzle"]).solution
assert solution is not None
explanation = None
for cell, digits in enumerate(stuck.candidates):
    for digit in digits if len(digits) > 1 else "":
        name = f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"
        if explanation is None and solution[cell] != digit:
            found = qedoku.mine.explain(stuck, name, size=3, max_time=10)
            explanation = found if found.rule else None
assert explanation is not None and explanation.rule is not None
print(explanation)

# %%
mined = qedoku.Library.from_text(explanation.rule)
print(*mined.check())
assert all(mined.check())
