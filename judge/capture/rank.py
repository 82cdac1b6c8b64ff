"""`python3 judge/capture/rank.py --result FILE SCRIPT [ARGS…]`: runs a script and times the modules of its model, the module that the script calls for the longest time.

FILE gets a JSON object: {model} or {problem: {reason, remedy}}. `otherSeconds` is the time of the modules that the script calls beside the model.
"""

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # compiled code calls no modules
sys.path[0] = str(Path(__file__).resolve().parents[2])

from judge.capture import script  # noqa: E402
from judge.capture.problem import Problem  # noqa: E402
from judge.capture.profiler import Profiler, described  # noqa: E402


def main() -> None:
    """Always writes the result file, and exits with 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--result", required=True)
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        result = ranked(options.script, options.args)
    except Problem as problem:
        result = problem.answer()
    Path(options.result).write_text(json.dumps(result))


def ranked(path: str, args: "list[str]") -> dict:
    """Runs the script and describes its model. Raises Problem if it fails, or calls no module."""
    profiler = Profiler()
    profiler.install()
    script.run(path, args, f"kernelwright model {path}")
    profiler.finish()
    if not profiler.roots:
        raise Problem("the script calls no module", "name a script that builds a torch.nn.Module and calls it, or its arguments after --")
    model = max(profiler.roots.values(), key=lambda root: root.seconds)
    others = sum(root.seconds for root in profiler.roots.values()) - model.seconds
    return {"model": {**described(model), "trains": profiler.trains, "otherSeconds": max(0.0, others)}}


if __name__ == "__main__":
    script.without_traceback(main)
