"""Runs a user's script in this process, as Python would run it."""

import signal
import sys
import traceback
import types
from collections.abc import Callable
from pathlib import Path

from judge.capture.problem import Problem, first_line


class Enough(BaseException):
    """Ends the script before its end."""


def without_traceback(main: "Callable[[], None]") -> None:
    """Runs a program. Ctrl-C ends it as a shell expects, with no traceback."""
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def run(script: str, args: "list[str]", command: str) -> None:
    """Runs the script to its end, or until Enough. `command` is what the user typed before the script's own arguments. Raises Problem if it fails."""
    path = Path(script).resolve()
    for name in [name for name in sys.modules if name.split(".")[0] == "judge"]:
        del sys.modules[name]  # the script may have a package of that name
    main_module = types.ModuleType("__main__")
    main_module.__file__ = str(path)
    sys.modules["__main__"], sys.argv, sys.path[0] = main_module, [script, *args], str(path.parent)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), main_module.__dict__)
    except Enough:
        pass
    except SystemExit as end:
        if end.code not in (None, 0):
            raise Problem(f"{script} ended with exit code {end.code}", f"run it alone first; its arguments come after --: {command} -- ARGS") from end
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else lines[-1] if lines else None
        where = "" if line is None else f" (line {line})"
        raise Problem(f"{script} raised {first_line(error)}{where}", "run it alone first, and correct it") from error
