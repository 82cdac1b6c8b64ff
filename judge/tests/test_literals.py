"""Objects among a module's init arguments, written as Python."""

import dataclasses
import functools
import threading
import unittest
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from judge.capture.literals import Literals, plain
from judge.capture.problem import Problem
from judge.capture.standalone import Source


class Sub:
    def __init__(self, parent=None):
        self.v, self.more, self.parent = 1, [2], parent


@dataclasses.dataclass
class Made:
    a: int = 1

    def __post_init__(self):
        self.sub, self.subs, self.act = Sub(), {"one": [Sub()]}, F.gelu
        self.module, self.table, self.add = nn.Linear(2, 2), torch.ones(3), lambda x: x + self.a
        self.call, self.part, self.lock = self.__post_init__, functools.partial(F.gelu, approximate="tanh"), threading.Lock()


@dataclasses.dataclass
class Inner:
    a: int = 1


@dataclasses.dataclass
class Outer:
    def __post_init__(self):
        self.inner = Inner()


@dataclasses.dataclass
class Pair:
    a: int = 1

    def __post_init__(self):
        self.me, self.sub = self, Sub(self)


@dataclasses.dataclass
class Given:
    a: int
    scale: dataclasses.InitVar[int]

    def __post_init__(self, scale):
        self.scaled = self.a * scale


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int
    scale: dataclasses.InitVar[int]
    scaled: int = 0

    def __post_init__(self, scale):
        object.__setattr__(self, "scaled", self.a * scale)


@dataclasses.dataclass
class Checked:
    a: int = 1

    def __post_init__(self):
        assert self.a == 1


def changed(value: Any, **attributes: Any) -> Any:
    """The object with these attributes set."""
    for name, item in attributes.items():
        setattr(value, name, item)
    return value


def written(value: Any) -> "tuple[str, Any]":
    """The expression of an object, and the object that it makes."""
    source = Source(plain)
    text = Literals(source).expression(value, "config")
    names = dict(globals())
    for line in [*source.imports, *(each for each in source.definitions if each.startswith("def _"))]:
        exec(line, names)  # noqa: S102
    return text, eval(text, names)  # noqa: S307


class Dataclasses(unittest.TestCase):
    def test_what_the_constructor_makes_is_not_written(self):
        for value in (Made(), Outer(), Pair()):
            self.assertEqual(written(value)[0], f"{type(value).__name__}({'' if isinstance(value, Outer) else 'a=1'})")

    def test_state_that_a_nested_object_got_later_is_written(self):
        self.assertEqual(written(changed(Made(), sub=changed(Sub(), v=7)))[1].sub.v, 7)
        made = Made()
        made.subs["one"][0].more.append(3)
        self.assertEqual(written(made)[1].subs["one"][0].more, [2, 3])
        self.assertEqual(written(changed(Outer(), inner=changed(Inner(), lift=5)))[1].inner.lift, 5)
        self.assertIs(written(changed(Made(), act=F.silu))[1].act, F.silu)
        self.assertEqual(written(changed(Made(), part=functools.partial(F.gelu, approximate="none")))[1].part.keywords, {"approximate": "none"})
        made = Made()
        made.sub.more = made.subs["one"][0].more = [3]
        again = written(made)[1]
        self.assertEqual((again.sub.more, again.subs["one"][0].more), ([3], [3]))
        self.assertEqual(written(changed(Made(), module=nn.Identity))[1].module, nn.Identity)

    def test_an_object_whose_class_cannot_be_called_again_gets_its_attributes_without_a_call(self):
        for value in (Given(2, 3), Frozen(2, 3), changed(Checked(), a=2)):
            text, again = written(value)
            self.assertEqual((text.split("(")[0], type(again), vars(again)), ("_object", type(value), vars(value)))

    def test_an_object_that_refers_to_itself_is_named(self):
        loop: "list[Any]" = []
        loop.append(loop)
        inner, sub, pair = Inner(), Sub(), Pair()
        inner.me, sub.parent, pair.sub.v = [inner], sub, 7  # type: ignore[attr-defined]
        for value in (loop, inner, sub, pair):
            with self.assertRaisesRegex(Problem, f"a {type(value).__name__} that refers to itself"):
                self._text(value)
        shared = Sub()
        self._text(changed(Sub(), more=[shared, shared]))

    def _text(self, value: Any) -> str:
        return Literals(Source(plain)).expression(value, "config")


if __name__ == "__main__":
    unittest.main()
