"""How the process of each baseline starts: the reference as plain PyTorch, or an alternative to it.

What is kept of a baseline depends on this, so its key holds it.
"""

import ast
import sys
from typing import Any

from judge.protocol.messages import AlternativeName, Precision, Target
from judge.sandbox.runner_process import runner_start

REFERENCE = ("reference", "Model")

CHANGES: "dict[AlternativeName, dict[str, Any]]" = {  # of start.json; all else is the track's, as for eager and the candidate
    "compile": {"compile": True, "mode": "default"},
    "max-autotune": {"compile": True, "mode": "max-autotune-no-cudagraphs"},
    "tf32": {"tf32": True},
}


def starts(target: Target, precision: Precision, threads: int) -> "dict[str, dict[str, Any]]":
    """The content of start.json for eager and for each alternative baseline, by name."""
    eager = runner_start(REFERENCE, target, precision, threads)
    return {"eager": eager, **{name: {**eager, **changes} for name, changes in CHANGES.items()}}


def imports_of(source: str) -> str:
    """The import statements at the beginning of a task file, if one of them names a package besides torch and the standard library.

    Such packages may take seconds. Statements after other code are left out, because they may depend on it.
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):  # the oracle reports it
        return ""
    found: "list[ast.Import | ast.ImportFrom]" = []
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.append(node)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    modules = {alias.name for node in found if isinstance(node, ast.Import) for alias in node.names} | {node.module or "" for node in found if isinstance(node, ast.ImportFrom)}
    heavy = {module.split(".")[0] for module in modules} - {"torch", *sys.stdlib_module_names}
    return "\n".join(map(ast.unparse, found)) if heavy else ""
