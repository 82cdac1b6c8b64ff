"""The import rules of the judge's packages. `npm run check` runs their test.

The rules enforce the trust boundary. `runner` is untrusted: the launcher copies it and `wire` beside the candidate.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

_JUDGE = Path(__file__).resolve().parents[1]
# Each package may import itself and those before it.
_ORDER = ("protocol", "wire", "device", "sandbox", "build", "profile", "oracle", "server", "scan", "whole", "__main__")
_NEVER = {"oracle": ("build",), "server": ("oracle",)}  # forbidden, although the order would allow it
_ONLY = {"runner": ("runner", "wire"), "wire": ("wire",), "protocol": ("protocol",), "capture": ("capture",)}
_LOWEST = "judge.oracle.numerics"  # imports no other folder of the oracle
_LINK = ("judge.oracle.runner_link", "judge.oracle.process", "judge.oracle.service")  # modules of the oracle that may hold a channel
_TORCH = ("capture", "device", "oracle", "runner", "scan", "whole")  # packages that may import torch; `wire` inside functions
_LIBRARIES = ("torch", "triton")
_UNCHECKED = ("suite", "tests")


def violations(sources: "dict[str, str]") -> "list[str]":
    """The violations of the rules, sorted. `modules` maps dotted names such as judge.wire.packets to source texts."""
    return sorted(set(_found(sources)))


def _found(sources: "dict[str, str]") -> "Iterator[str]":
    for module, source in sources.items():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            for target in _targets(module, node):
                problem = _problem(module, target, node in tree.body)
                if problem:
                    yield f"{module}:{getattr(node, 'lineno', 0)} imports {target}: {problem}"


def _targets(module: str, node: ast.AST) -> "list[str]":
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    above = module.split(".")[: -node.level] if node.level else []
    base = ".".join([*above, *filter(None, [node.module])])
    return [f"{base}.{name.name}" for name in node.names] if base.split(".")[0] == "judge" else [base]


def _problem(module: str, target: str, is_top_level: bool) -> str:
    package, root = module.split(".")[1], target.split(".")[0]
    if root != "judge":
        return _foreign_problem(package, root, is_top_level)
    other = (target.split(".") + [""])[1]
    if other in _UNCHECKED:
        return "only tests import tests and the suite"
    if package in _ONLY:
        return "" if other in _ONLY[package] else f"{package} imports {' and '.join(_ONLY[package])} alone"
    if other == "runner":
        return "nobody imports the untrusted runner; the launcher copies it"
    if other in _NEVER.get(package, ()) or other not in _ORDER or _ORDER.index(other) > _ORDER.index(package):
        return f"{package} must not import {other}"
    if module.startswith(_LOWEST) and other == "oracle" and not target.startswith(_LOWEST):
        return "oracle.numerics is the lowest folder of the oracle"
    if package == "oracle" and target.startswith("judge.wire.packets") and not module.startswith(_LINK):
        return "reports of a runner enter through oracle.runner_link alone"
    return ""


def _foreign_problem(package: str, root: str, is_top_level: bool) -> str:
    if root in sys.stdlib_module_names:
        return ""
    if root not in _LIBRARIES:
        return "the judge needs the standard library and torch alone"
    if package == "wire":
        return "wire imports torch inside functions alone" if is_top_level else ""
    return "" if package in _TORCH else f"{package} never imports {root}"


def judge_sources() -> "dict[str, str]":
    """The judge's own modules by dotted name, without its suite and tests."""
    files = [file for file in sorted(_JUDGE.rglob("*.py")) if file.relative_to(_JUDGE).parts[0] not in _UNCHECKED]
    return {".".join(["judge", *file.relative_to(_JUDGE).with_suffix("").parts]): file.read_text() for file in files}
