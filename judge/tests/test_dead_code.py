"""Every function, class and method of the judge is used by name somewhere in the judge, its suite or the evals."""

import ast
import re
import unittest
from collections import Counter

from judge.tests.imports import judge_sources
from judge.tests.support import ROOT

_BY_NAME_ELSEWHERE = re.compile(r"__\w+__$|visit_\w+$|_should_skip_dynamo$")  # called by Python, ast and torch
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)


def unused(sources: "list[str]", more: "list[str]") -> "list[str]":
    """Names that `sources` define and that occur nowhere else. `more` are texts that only use names."""
    words = Counter(word for text in [*sources, *more] for word in re.findall(r"\w+", text))
    names = {node.name for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, _DEFINITIONS)}
    return sorted(name for name in names if words[name] == 1 and not _BY_NAME_ELSEWHERE.match(name))


class DeadCode(unittest.TestCase):
    def test_every_definition_is_used(self):
        others = [file.read_text() for folder in ("judge/suite", "evals") for file in sorted((ROOT / folder).rglob("*.py"))]
        self.assertEqual(unused(list(judge_sources().values()), others), [])

    def test_an_unused_function_class_and_method_are_found(self):
        source = "def lost():\n    pass\nclass Gone:\n    def idle(self):\n        pass\ndef kept():\n    pass\nkept()\n"
        self.assertEqual(unused([source], []), ["Gone", "idle", "lost"])


if __name__ == "__main__":
    unittest.main()
