"""Runs scripts as `python -c` would, in forks of one process that has imported torch: an import takes two seconds.

Reads a script per line, as JSON {script, cwd, env}. Answers {code, output, errors}, in order.
"""

import json
import os
import sys
import traceback

import torch  # noqa: F401  # pyright: ignore[reportUnusedImport]


def run(script: str) -> int:
    """The exit status of the script, which takes the place of the main module."""
    own = {"__name__": "__main__", "__builtins__": __builtins__}
    try:
        exec(compile(script, "<string>", "exec"), own)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def forked(asked: "dict", output: int, errors: int) -> int:
    """The process that runs one script."""
    child = os.fork()
    if child:
        return child
    for own, standard in ((os.open(os.devnull, os.O_RDONLY), 0), (output, 1), (errors, 2)):
        os.dup2(own, standard)
    os.chdir(asked["cwd"])
    os.environ.update(asked["env"])
    sys.argv, sys.path[0] = ["-c"], ""
    code = run(asked["script"])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def answered(asked: "dict") -> "dict":
    ends = [os.memfd_create(name) for name in ("output", "errors")]
    code = os.waitstatus_to_exitcode(os.waitpid(forked(asked, *ends), 0)[1])
    told = []
    for end in ends:
        os.lseek(end, 0, os.SEEK_SET)
        with open(end, encoding="utf-8") as file:
            told.append(file.read())
    return {"code": code, "output": told[0], "errors": told[1]}


for line in sys.stdin:
    print(json.dumps(answered(json.loads(line))), flush=True)
