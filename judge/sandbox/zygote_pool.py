"""Starts processes from fork servers: torch is imported once per start environment instead of once per process.

A fork server makes a bounded number of forks, because all of them share its address layout. Then another server takes over. If no server is
available, `forked` returns None, and the caller starts a normal process.

A server may have inner servers, its own forks. Each has executed the imports of one task, for trusted processes of that task. Their forks
share the outer server's address layout too, so a baseline and a candidate differ in none.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TypedDict

from judge.wire import packets

_FORKS = 100  # per server, with those of its inner servers
_START_SECONDS = 120.0
_END_SECONDS = 30.0  # from the end of its channel, or from its kill
_SCRIPT = Path(__file__).with_name("zygote.py")


class Imports(TypedDict):
    """Import statements for an inner server to execute, as text, and its environment `env`."""

    imports: str
    env: "dict[str, str]"


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
    """One fork server process, whose channel has its first message next. Construction raises OSError where it does not start."""

    def __init__(self, process: "subprocess.Popen[bytes] | Forked", channel: packets.Channel):
        self._process, self._channel, self._sending = process, channel, threading.Lock()
        self._forks: "list[Forked]" = []
        if not channel.wait(_START_SECONDS) or not channel.receive_bytes():
            process.kill()
            process.wait()
            channel.close()  # a server that lives would take this for the judge's end
            raise OSError("the fork server did not start")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def idle(self) -> bool:
        """Whether somebody has seen the end of each of its forks."""
        self._forks = [fork for fork in self._forks if fork.returncode is None]
        return not self._forks

    def fork(self, plan: dict, sock, piped: bool) -> Forked:
        read, write = os.pipe() if piped else (None, os.dup(2))
        told, report = os.pipe()
        try:
            self.send({"fork": plan}, (sock.fileno(), write, report))
        finally:
            os.close(write)
            os.close(report)
        fork = Forked(self, told, read)
        self._forks.append(fork)
        return fork

    def send(self, message: dict, fds: "tuple[int, ...]" = ()) -> None:
        try:
            with self._sending:
                self._channel.send(message, fds)
        except OSError:  # it is gone, and its forks with it
            pass

    def retire(self) -> None:
        """Lets it end with its last fork."""
        self.send({"retire": True})

    def close(self) -> None:
        """Ends it, and all that is left of the judge with it."""
        self._channel.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):  # inside a driver that hangs
                self._process.wait(_END_SECONDS)


class _Outer(_Server):
    """A server that a command starts, with its inner servers by what they import."""

    def __init__(self, env: dict, preload: "list[str]", paths: "list[str]", root: Path):
        self.count, self._root = 0, root
        self._inner: "dict[str, _Inner]" = {}
        self._finding = threading.Lock()
        ours, theirs = packets.pair()
        options = {"control": theirs.fileno(), "preload": preload, "paths": paths, "root": str(root)}
        # numpy's BLAS has threads that survive a fork; Python warns of all threads alike
        command = [sys.executable, "-I", "-W", "ignore:This process:DeprecationWarning", str(_SCRIPT), json.dumps(options)]
        with theirs:
            process = subprocess.Popen(command, env=env, pass_fds=(theirs.fileno(),), start_new_session=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        super().__init__(process, ours)

    @property
    def fit(self) -> bool:
        """Whether it lives and has forks left."""
        return self.alive and self.count < _FORKS

    def importing(self, imports: "Imports | None") -> _Server:
        """The inner server that has executed these imports, started if need be. This server if there are none, or if such a server does not start."""
        if imports is None:
            return self
        with self._finding:
            inner = self._inner.setdefault(json.dumps(imports, sort_keys=True), _Inner())
        with inner.lock:
            if not inner.tried:
                self._retire_idle()
                inner.tried, inner.server = True, self._started(imports)
            return inner.server if inner.server and inner.server.alive else self

    def _started(self, imports: "Imports") -> "_Server | None":
        ours, theirs = packets.pair()
        with theirs:
            process = self.fork({**imports, "cwd": str(self._root), "confinement": None}, theirs, piped=False)
        try:
            return _Server(process, ours)
        except OSError:
            return None

    def _retire_idle(self) -> None:
        """Retires and forgets the inner servers without a fork: no task that uses them is open."""
        with self._finding:
            idle = {key: each.server for key, each in self._inner.items() if each.server and each.server.idle}
            for key in idle:
                del self._inner[key]
        for server in idle.values():
            server.retire()

    def retire(self) -> None:
        for server in self._inner_servers():
            server.retire()
        super().retire()

    def close(self) -> None:
        for server in self._inner_servers():
            server.close()
        super().close()

    def _inner_servers(self) -> "list[_Server]":
        with self._finding:
            return [each.server for each in self._inner.values() if each.server]


class _Inner:
    """A place for an inner server. One thread starts it while others wait for it."""

    def __init__(self) -> None:
        self.lock, self.tried = threading.Lock(), False
        self.server: "_Server | None" = None


class _Nest:
    """The outer servers of one start environment: the one whose turn it is, and those that only keep their forks alive."""

    def __init__(self, start: dict):
        self._start, self._lock, self._hopeless = start, threading.Lock(), False
        self.servers: "list[_Outer]" = []

    def fit(self) -> "_Outer | None":
        """A server with forks left, started if need be; None where none starts here."""
        with self._lock:
            if not self._hopeless and not (self.servers and self.servers[-1].fit):
                self._bury()
                if self.servers:
                    self.servers[-1].retire()
                try:
                    self.servers.append(_Outer(**self._start))
                except OSError:
                    self._hopeless = True
            return None if self._hopeless else self.servers[-1]

    def _bury(self) -> None:
        """Forgets the servers that have ended, and closes their channels."""
        for server in [each for each in self.servers if not each.alive]:
            server.close()
            self.servers.remove(server)


_lock = threading.Lock()
_nests: "dict[tuple, _Nest]" = {}


def forked(plan: dict, start: dict, sock, piped: bool, imports: "Imports | None" = None) -> "Forked | None":
    """Forks what `plan` says: program (a file's path or a module's name), env, cwd and confinement (or None).

    `start` is the server's: env, preload, paths and root, the judge's folder. `sock` becomes the fork's descriptor 3.
    Its output goes to `stdout` of the result if `piped`, else to the judge's stderr. With `imports` the fork finds them done if that is possible.
    None where no server can be had.
    """
    for _attempt in range(2):  # a server may die between two forks
        outer = _nest(start).fit()
        if outer is None:
            return None
        outer.count += 1
        fork = outer.importing(imports).fork(plan, sock, piped)
        if fork.pid is not None:
            return fork
    return None


def prepare(start: dict, imports: "Imports | None" = None) -> None:
    """Starts the server for such forks in the background."""

    def start_both() -> None:
        outer = _nest(start).fit()
        if outer:
            outer.importing(imports)

    threading.Thread(target=start_both, daemon=True).start()


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
