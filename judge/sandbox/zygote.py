"""Forks processes that find torch imported: `python -I zygote.py OPTIONS`, with OPTIONS as JSON.

The server is trusted. It has one thread, beside those that a fork can do without. It runs no GPU work, no OpenMP region and no foreign code.
A fork gives up all that it has from here before it runs anything. `zygote_pool` is the other side and explains the messages.

A fork may become a server itself. It executes the imports of one task first, and its forks find them done.
"""

import contextlib
import ctypes
import fcntl
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path

_PARENT = str(Path(__file__).resolve().parents[2])
sys.path.insert(0, _PARENT)  # isolated Python leaves it out

from judge.device import nvml  # noqa: E402
from judge.sandbox import confine, reaper  # noqa: E402
from judge.sandbox.libc import LIBC, die_with_parent  # noqa: E402
from judge.wire.packets import PACKET_BYTES  # noqa: E402

_SA_NOCLDSTOP = 1
_CHANNEL = 3  # its descriptor in every fork
_ASK_NVML = "PYTORCH_NVML_BASED_CUDA_CHECK"
_ENDING_SECONDS = 1.0  # for which a thread that has ended may be listed
_FORK_AWARE = ("jemalloc_bg_thd",)  # threads that only tidy up, and whose libraries work without them in a fork: background_thread.c of jemalloc
_NAMED = 3  # threads and files in a message


class Server:
    """The forks that still live, and the sockets and pipes to tell of them."""

    def __init__(self, control: socket.socket, root: str):
        self._control, self._root = control, Path(root)
        self._reports: "dict[int, int]" = {}  # by fork, the pipe that says how it ended
        self._ended, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        _ignore_stops()

    def serve(self) -> "tuple[dict, list[int]] | None":
        """Forks as asked until it is retired and childless. In a fork: returns what that is to be, and its descriptors."""
        retired = False
        while self._reports or not retired:
            ready = select.select([self._control, self._ended], [], [])[0]
            if self._ended in ready:
                os.read(self._ended, 4096)
                self._reap()
            if self._control not in ready:
                continue
            data, fds, _flags, _address = socket.recv_fds(self._control, PACKET_BYTES, 3)
            if not data:
                self._end()
                return None
            message = json.loads(data)
            if "fork" in message and self._fork(fds):
                return message["fork"], fds
            if message.get("kill") in self._reports:
                self._kill(message["kill"])
            retired = retired or "retire" in message
        return None

    def _fork(self, fds: "list[int]") -> bool:
        """True in the fork."""
        channel, output, report = fds
        child = os.fork()
        if child == 0:
            self._control.detach()
            return True
        os.write(report, f"pid {child}\n".encode())
        self._reports[child] = report
        os.close(channel)
        os.close(output)
        return False

    def _reap(self) -> None:
        """Tells how forks ended. Their groups are killed first, while their ids cannot be anyone else's."""
        while self._reports:
            found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found is None:
                return
            reaper.end_group(found.si_pid)
            status = os.waitstatus_to_exitcode(os.waitpid(found.si_pid, 0)[1])
            report = self._reports.pop(found.si_pid, None)
            if report is None:  # an import has started it
                continue
            try:
                os.write(report, f"ended {status}\n".encode())
            except BrokenPipeError:  # nobody wants to know any more
                pass
            os.close(report)

    def _kill(self, child: int) -> None:
        reaper.end_group(child)
        os.kill(child, signal.SIGKILL)  # it may not lead a group yet

    def _end(self) -> None:
        """The judge is gone, perhaps killed: nothing of it may stay."""
        for child in self._reports:
            self._kill(child)
        reaper.bury(self._root)


class _SignalAction(ctypes.Structure):
    _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_ubyte * 128), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]


def _ignore_stops() -> None:
    """Lets children be stopped and continued, as while others are timed, without waking this process."""
    action = _SignalAction()
    if LIBC.sigaction(signal.SIGCHLD, None, ctypes.byref(action)) == 0:
        action.flags |= _SA_NOCLDSTOP
        LIBC.sigaction(signal.SIGCHLD, ctypes.byref(action), None)


def become(plan: dict, fds: "list[int]", imported: "dict[str, str]") -> None:
    """Makes this fork the process that was asked for, up to the point where it would run its program.

    `imported`: environment variables that the imports of this server have set.
    """
    channel, output, report = fds
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    kept = fcntl.fcntl(report, fcntl.F_DUPFD_CLOEXEC, _CHANNEL + 1)
    os.dup2(channel, _CHANNEL, inheritable=False)
    for fd in map(int, os.listdir("/proc/self/fd")):
        if fd > _CHANNEL and fd != kept:
            _close(fd)
    os.environ.clear()
    os.environ.update({**plan["env"], **imported})
    sys.dont_write_bytecode = True
    tempfile.tempdir = None  # TMPDIR is another now
    os.chdir(plan["cwd"])
    sys.argv = [plan.get("program", ""), str(_CHANNEL)]
    if plan["confinement"]:
        confine.confine(plan["confinement"])
        _hide_judge()
        for name in [name for name in sys.modules if name.split(".")[0] == "judge"]:
            del sys.modules[name]
    os.write(kept, b"started\n")
    os.close(kept)


def _hide_judge() -> None:
    """Foreign code must not find the judge's packages, nor what else lies beside them."""
    sys.path[:] = [each for each in sys.path if each != _PARENT]


def _executed(imports: str) -> bool:
    """Executes import statements. False if one fails, or if a fork would then differ from a process that imports by itself.

    A fork lacks its parent's other threads. It closes its parent's open files, such as those of a GPU. Packages may look for a GPU when they are
    imported. torch then asks NVML, which can be ended here, and not CUDA, which cannot. A library may end its threads before each fork, and start
    them when it needs them, as OpenBLAS does. A first fork shows which threads are of this kind. jemalloc does without its thread in a fork.
    """
    before, asks = _open(), os.environ.get(_ASK_NVML)
    os.environ[_ASK_NVML] = "1"
    try:
        exec(compile(imports, "<imports>", "exec"), {"__name__": "imports"})
    except Exception:  # the task's process will meet it again and report it
        return False
    finally:
        os.environ.pop(_ASK_NVML)
        os.environ.update({_ASK_NVML: asks} if asks is not None else {})
    nvml.end()
    _fork_once()
    more = _left(before)
    if more:
        named = ", ".join(more[:_NAMED]) + (f" and {len(more) - _NAMED} more" if len(more) > _NAMED else "")
        print(f"the imports of a task leave {named}, so each of its processes imports by itself", file=sys.stderr, flush=True)
    return not more


def _fork_once() -> None:
    """Makes a fork, which ends at once."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _left(before: "dict[str, str]") -> "list[str]":
    """What is open now and was not open before. A thread that has ended is listed for a moment still."""
    until = time.monotonic() + _ENDING_SECONDS
    while True:
        more = [name for key, name in _open().items() if key not in before]
        if not more or time.monotonic() > until:
            return more
        time.sleep(0.01)


def _open() -> "dict[str, str]":
    """The threads and the open files of this process, without threads that a fork can do without: the name of each by its path."""
    found = {}
    for path in (f"/proc/self/{kind}/{at}" for kind in ("task", "fd") for at in os.listdir(f"/proc/self/{kind}")):
        with contextlib.suppress(OSError):  # it has ended, or was the listing's own
            name = Path(path, "comm").read_text().strip() if "/task/" in path else os.readlink(path)
            if name not in _FORK_AWARE:
                found[path] = f"a thread ({name})" if "/task/" in path else f"an open file ({name})"
    return found


def _close(fd: int) -> None:
    try:
        os.close(fd)
    except OSError:  # the listing's own
        pass


def main() -> None:
    options = json.loads(sys.argv[1])
    sys.path.extend(options["paths"])
    for name in options["preload"]:
        importlib.import_module(name)
    control, imported = socket.socket(fileno=options["control"]), {}
    while True:
        mine = _serve(control, options["root"])
        if mine is None:
            return
        plan, fds = mine
        become(plan, fds, imported)
        if "imports" not in plan:
            break
        die_with_parent()
        _hide_judge()
        if not _executed(plan["imports"]):
            return
        control, imported = socket.socket(fileno=_CHANNEL), {name: value for name, value in os.environ.items() if plan["env"].get(name) != value}
    run = runpy.run_path if plan["program"].endswith(".py") else _run_module
    run(plan["program"], run_name="__main__")


def _serve(control: socket.socket, root: str) -> "tuple[dict, list[int]] | None":
    """As `Server.serve`. It first hides all objects from the garbage collector, because a fork would copy what its collector visits."""
    gc.collect()
    gc.freeze()
    try:
        control.send(b"ready")
    except BrokenPipeError:  # the judge has ended meanwhile
        return None
    return Server(control, root).serve()


def _run_module(name: str, run_name: str) -> None:
    sys.modules.pop(name, None)  # it was imported for what it imports
    runpy.run_module(name, run_name=run_name, alter_sys=True)


if __name__ == "__main__":
    main()
