"""`python3 judge/whole/__main__.py --result FILE --order N --call N --package DIR SCRIPT [ARGS…]`: measures a script's model as it is, with the kernels of a
package, and under torch.compile, in turns.

FILE gets {measured} or {problem: {reason, remedy}}.
"""

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[2])

from judge.whole.arms import ArmProcess, Broken, opened  # noqa: E402
from judge.whole.compared import parity  # noqa: E402
from judge.whole.timed import timed  # noqa: E402
from judge.whole.timed_inputs import SpotChecks, drawn, rotate, rotated  # noqa: E402


def main() -> None:
    """Always writes the result file, and exits with 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--result", required=True)
    parser.add_argument("--order", required=True, type=int)
    parser.add_argument("--call", required=True, type=int)
    parser.add_argument("--package", required=True)
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        result = {"measured": measured(options)}
    except Broken as broken:
        result = {"problem": {"reason": broken.reason, "remedy": broken.remedy}}
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    Path(options.result).write_text(json.dumps(result))


def measured(options: argparse.Namespace) -> dict:
    """The times, their ratios, the outputs' errors, and who answered. Raises Broken if the original or the kernels cannot run."""
    about = ["--order", str(options.order), "--call", str(options.call), "--package", str(Path(options.package).resolve())]
    with tempfile.TemporaryDirectory() as folder, opened(about, options.script, options.args, folder) as begun:
        original, ours = begun("original"), begun("ours")
        files = drawn(original, folder)
        errors = parity(original, ours, folder, files[0] if files else None)
        files = rotated([original, ours], files)
        checks = SpotChecks(original, ours, folder, files)
        compiled, note = _compiled(begun, files)
        before = _answered(ours)
        times = timed({"original": original, "ours": ours, **({"compile": compiled} if compiled else {})}, checks.check)
        after = _answered(ours)
        answered = [{"path": path, **{by: after[path][by] - before[path][by] for by in ("kernel", "original")}} for path in after]
        return {**original.facts, **times, "compileNote": note, "parity": [*errors, *checks.rows()], "answered": answered}


def _compiled(begun: "Callable[[str], ArmProcess]", files: "list[str]") -> "tuple[ArmProcess | None, str]":
    """torch.compile's process, or None with the reason. It starts late, because float64 copies of the model need the memory before."""
    try:
        compiled = begun("compile")
        rotate(compiled, files)
        return compiled, ""
    except Broken as broken:
        return None, broken.reason


def _answered(ours: ArmProcess) -> "dict[str, dict[str, int]]":
    return ours.ask("counts")


if __name__ == "__main__":
    main()
