"""Starts processes from fork servers: torch is imported once per start environment instead of once per process.

A fork server makes a bounded number of forks, because all of them share its address layout. Then another server takes over. If no server is
available, `forked` returns None, and the caller starts a normal process.
"""

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from judge.wire import packets

_FORKS = 100  # per server
_START_SECONDS = 120.0
_SCRIPT = Path(__file__).with_name("zygote.py")


class Forked:
    """A fork, in the manner of subprocess.Popen. It may outlive its server's turn, but not the server."""

    def __init__(self, server: "_Server", report: int, stdout: "int | None"):
        self._server, self._report = server, report
        self._lines, self._partial, self._reading = [], b"", threading.Lock()
        self.returncode: "int | None" = None
        self.stdout = os.fdopen(stdout, "rb", buffering=0) if stdout is not None else None
        self.pid = self._await_pid()

    def poll(self) -> "int | None":
        """Its exit status, negative for a signal, or None while it runs."""
        self._read(0.0)
        return self.returncode

    def wait(self, timeout: "float | None" = None) -> int:
        """As `poll`, at the end. Raises TimeoutExpired."""
        until = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            left = None if until is None else until - time.monotonic()
            if timeout is not None and left is not None and left < 0:
                raise subprocess.TimeoutExpired(f"fork {self.pid}", timeout)
            self._read(left)
        return self.returncode

    def kill(self) -> None:
        """Kills it and its group, if it still runs."""
        if self.returncode is None:
            self._server.send({"kill": self.pid})

    def _await_pid(self) -> "int | None":
        """None where the server died over it."""
        until = time.monotonic() + _START_SECONDS
        while self.returncode is None and time.monotonic() < until:
            self._read(until - time.monotonic())
            for line in self._lines:
                if line.startswith(b"pid "):
                    return int(line[4:])
        return None

    def _read(self, seconds: "float | None") -> None:
        """Takes in what its server reports within so many seconds."""
        with self._reading:
            if self.returncode is not None or not select.select([self._report], [], [], seconds)[0]:
                return
            data = os.read(self._report, 4096)
            *lines, self._partial = (self._partial + data).split(b"\n")
            self._lines += lines
            ended = [int(line[6:]) for line in lines if line.startswith(b"ended ")]
            if ended or not data:
                self.returncode = ended[0] if ended else -signal.SIGKILL  # forks die with their server
                os.close(self._report)

    @property
    def started(self) -> bool:
        """Whether it got so far as to run its program, confined."""
        self._read(0.0)
        return b"started" in self._lines


class _Server:
    """One fork server process. Construction raises OSError where it does not start."""

    def __init__(self, env: dict, preload: "list[str]", paths: "list[str]", root: Path):
        ours, theirs = packets.pair()
        self.count, self._channel, self._sending = 0, ours, threading.Lock()
        options = {"control": theirs.fileno(), "preload": preload, "paths": paths, "root": str(root)}
        # numpy's BLAS has threads that survive a fork; Python warns of all threads alike
        command = [sys.executable, "-I", "-W", "ignore:This process:DeprecationWarning", str(_SCRIPT), json.dumps(options)]
        with theirs:
            self._process = subprocess.Popen(command, env=env, pass_fds=(theirs.fileno(),), start_new_session=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if not ours.wait(_START_SECONDS) or not ours.receive_bytes():
            self.close()
            raise OSError("the fork server did not start")

    @property
    def fit(self) -> bool:
        """Whether it lives and has forks left."""
        return self._process.poll() is None and self.count < _FORKS

    def fork(self, plan: dict, sock, piped: bool) -> Forked:
        self.count += 1
        read, write = os.pipe() if piped else (None, os.dup(2))
        told, report = os.pipe()
        try:
            self.send({"fork": plan}, (sock.fileno(), write, report))
        finally:
            os.close(write)
            os.close(report)
        return Forked(self, told, read)

    def send(self, message: dict, fds: "tuple[int, ...]" = ()) -> None:
        try:
            with self._sending:
                self._channel.send(message, fds)
        except OSError:  # it is gone, and its forks with it
            pass

    def close(self) -> None:
        self._channel.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _Nest:
    """The fork servers of one start environment: the one whose turn it is, and those that only keep their forks alive."""

    def __init__(self, start: dict):
        self._start, self._lock, self._hopeless = start, threading.Lock(), False
        self.servers: "list[_Server]" = []

    def fit(self) -> "_Server | None":
        """A server with forks left, started if need be; None where none starts here."""
        with self._lock:
            if not self._hopeless and not (self.servers and self.servers[-1].fit):
                if self.servers:
                    self.servers[-1].send({"retire": True})
                try:
                    self.servers.append(_Server(**self._start))
                except OSError:
                    self._hopeless = True
            return None if self._hopeless else self.servers[-1]


_lock = threading.Lock()
_nests: "dict[tuple, _Nest]" = {}


def forked(plan: dict, start: dict, sock, piped: bool) -> "Forked | None":
    """Forks what `plan` says: program (a file's path or a module's name), env, cwd and confinement (or None).

    `start` is the server's: env, preload, paths and root, the judge's folder. `sock` becomes the fork's descriptor 3.
    Its output goes to `stdout` of the result if `piped`, else to the judge's stderr. None where no server can be had.
    """
    for _attempt in range(2):  # a server may die between two forks
        server = _nest(start).fit()
        fork = server.fork(plan, sock, piped) if server else None
        if fork is None or fork.pid is not None:
            return fork
    return None


def prepare(start: dict) -> None:
    """Starts the server for such forks in the background."""
    threading.Thread(target=_nest(start).fit, daemon=True).start()


def close_all() -> None:
    """Ends all servers, and with them their forks."""
    with _lock:
        servers = [server for nest in _nests.values() for server in nest.servers]
        _nests.clear()
    for server in servers:
        server.close()


def _nest(start: dict) -> _Nest:
    key = tuple(json.dumps(start[part], sort_keys=True) for part in ("env", "preload", "paths"))
    with _lock:
        return _nests.setdefault(key, _Nest(start))
