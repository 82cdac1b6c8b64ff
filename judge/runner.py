"""Runs one model in a process of its own: `python -I runner.py DESCRIPTOR`, in a private folder.

It is copied beside the candidate with calls.py and what that imports; it imports nothing else of the judge.
Everything it says is a claim; what decides is measured and compared by the oracle.
"""

import json
import socket
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out

from calls import Runner  # noqa: E402

PACKET_BYTES = 1 << 17
SPIN_SECONDS = 5e-3


def own_lines(error: BaseException, judges: "list[str]") -> str:
    """The error with the candidate's own lines of its traceback: those in files of its folder that are not the judge's."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == Path.cwd() and Path(frame.filename).name not in judges]
    lines = [f"{Path(frame.filename).name}:{frame.lineno}: {frame.line}" for frame in frames[-4:]]
    return "\n".join(["".join(traceback.format_exception_only(type(error), error)).strip()[:30_000].replace(f"{Path.cwd()}/", ""), *lines])


def receive(channel: socket.socket, spin_seconds: float) -> tuple:
    """The next packet and its descriptors. Waits awake for a while first: going to sleep and waking up costs more
    than many GPU calls. On the CPU target a waiting runner would take a core from the one being timed."""
    until = time.monotonic() + spin_seconds
    while time.monotonic() < until:
        try:
            return socket.recv_fds(channel, PACKET_BYTES, 8, socket.MSG_DONTWAIT)[:2]
        except BlockingIOError:
            pass
    return socket.recv_fds(channel, PACKET_BYTES, 8)[:2]


def serve(channel: socket.socket) -> None:
    """Answers messages until the oracle closes its end."""
    start = json.loads(Path("start.json").read_text())
    sys.path.extend(start["paths"])
    runner = Runner(start)
    channel.send(json.dumps({"ready": True}).encode())
    while True:
        data, fds = receive(channel, SPIN_SECONDS if runner.cuda else 0.0)
        if not data:
            return
        message = json.loads(data)
        try:
            method = getattr(runner, message["ask"])
            answer = method(message, fds) if fds or message["ask"] == "map" else method(message)
        except Exception as error:
            answer = {"error": own_lines(error, start["judges"]), "kind": type(error).__name__}
        channel.send(json.dumps({"nonce": message["nonce"], **answer}).encode())


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
