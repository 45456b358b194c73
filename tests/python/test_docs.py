"""Every example in a docstring runs, and everything public has a docstring."""

from __future__ import annotations

import doctest
import inspect
import types
from collections.abc import Iterator

import pytest
import qedoku
import qedoku.cluster
import qedoku.errors
import qedoku.mine

MODULES = [qedoku, qedoku.cluster, qedoku.errors, qedoku.mine]


def documented() -> Iterator[tuple[str, object, types.ModuleType]]:
    """Returns all public names, including the members of classes."""
    seen: set[int] = set()
    for module in MODULES:
        yield module.__name__, module, module
        for name in module.__all__:
            value = getattr(module, name)
            if id(value) in seen or isinstance(value, (bool, str, types.ModuleType)):
                continue
            seen.add(id(value))
            yield f"{module.__name__}.{name}", value, module
            if inspect.isclass(value) and issubclass(value, tuple) is False:
                for member, inner in vars(value).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", inner, module


@pytest.mark.parametrize(("name", "value", "module"), [pytest.param(*d, id=d[0]) for d in documented()])
def test_docstring(name: str, value: object, module: types.ModuleType) -> None:
    text = inspect.getdoc(value)
    assert text, f"{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(text, dict(vars(module)), name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples)
    assert result.failed == 0


def test_most_classes_have_an_example() -> None:
    with_example = [name for name, value, _ in documented() if ">>>" in (inspect.getdoc(value) or "")]
    assert len(with_example) >= 20, with_example
