"""Runs Python scripts in forks of one process that has imported torch: an import takes two seconds of processor time.

`python server.py SOCKET PYTHON` serves until its stdin ends. start.py asks it, once per script. PYTHON is the program that asks: a script finds it in
sys.executable. A fork has the arguments, descriptors, folder and environment of the process that asked. It ends as a script does.
"""

import atexit
import fcntl
import gc
import json
import os
import re
import select
import signal
import socket
import sys
import threading
import types
from pathlib import Path

# The variables that torch, its libraries and Python read at their start. A script with other values than those of this process gets no fork.
_READ_AT_START = re.compile(r"(OMP|GOMP|KMP|MKL|OPENBLAS|TORCH|PYTORCH|ATEN|CUDA|LD|GLIBC|MALLOC)_|PYTHON(?!PATH$)")
_HIGH = 500  # above all descriptors that somebody passes on


def serve(listener: socket.socket) -> "tuple[dict, list[int]]":
    """Ends the server with its stdin. In each fork it returns the question and its descriptors."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
    while True:
        ready = select.select([listener, sys.stdin], [], [])[0]
        if sys.stdin in ready:
            sys.exit()
        asker, _address = listener.accept()
        if os.fork() == 0:
            return keep(asker)
        asker.close()


def keep(asker: socket.socket) -> "tuple[dict, list[int]]":
    """Forks the script's process, tells how it ended, and kills it if whoever asked ends first. Returns in the script's process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    data, fds, _flags, _address = socket.recv_fds(asker, 1 << 20, 250)
    asked = json.loads(data)
    if read_at_start(asked["env"]) != read_at_start(dict(os.environ)):
        asker.send(b"other")
        os._exit(0)
    child = os.fork()
    if child == 0:
        return asked, fds
    for fd in fds:
        os.close(fd)
    if asker in select.select([os.pidfd_open(child), asker], [], [])[0]:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        asker.send(str(status).encode())
    except OSError:  # it has ended
        pass
    os._exit(0)


def read_at_start(env: "dict[str, str]") -> "dict[str, str]":
    return {name: value for name, value in env.items() if _READ_AT_START.match(name)}


def become(asked: dict, fds: "list[int]", python: str) -> str:
    """Gives this process all that was passed on. Returns the full path of the script, or -c."""
    kept = [fcntl.fcntl(fd, fcntl.F_DUPFD, _HIGH) for fd in fds]
    os.closerange(3, _HIGH)
    for fd, own in zip(kept, asked["fds"]):
        os.dup2(fd, own)
        os.close(fd)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    first, *rest = asked["args"]
    sys.argv = ["-c", *rest[1:]] if first == "-c" else [first, *rest]
    sys.executable = python
    further = [path for path in asked["env"].get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:1] = ["" if first == "-c" else os.path.dirname(os.path.realpath(first)), *further]
    return first if first == "-c" else os.path.abspath(first)


def run(path: str, text: "str | bytes") -> int:
    """Runs the script as the main module. Returns its exit status. Its own lines alone are in a traceback."""
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    if path != "-c":
        main.__file__ = path
    try:
        exec(compile(text, "<string>" if path == "-c" else path, "exec"), main.__dict__)
    except SystemExit as end:
        if isinstance(end.code, int) or end.code is None:
            return (end.code or 0) & 255
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        error = error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
        sys.excepthook(type(error), error, error.__traceback__)
        return 1
    return 0


def end(status: int) -> None:
    """Ends this process as Python would, but frees no objects: to visit all of torch's takes a third of a second."""
    threading._shutdown()  # pyright: ignore[reportAttributeAccessIssue]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(sys.argv[1])
    listener.listen(64)
    import torch.fx.experimental.symbolic_shapes  # noqa: F401  # torch, and sympy, which the meta device and torch.compile load

    gc.collect()
    gc.freeze()
    asked, fds = serve(listener)
    listener.detach()
    path = become(asked, fds, sys.argv[2])
    end(run(path, asked["args"][1] if path == "-c" else Path(path).read_bytes()))
