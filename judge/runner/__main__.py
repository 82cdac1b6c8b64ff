"""The runner process of one model: `python -I judge/runner/__main__.py DESCRIPTOR`, in a private folder.

The launcher copies the packages `runner` and `wire` beside the candidate. They import nothing else of the judge. All answers of a runner are
claims. The oracle measures and compares for itself.
"""

import json
import socket
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))  # isolated Python leaves it out

from judge.runner.worker import Runner  # noqa: E402
from judge.wire.packets import PACKET_BYTES  # noqa: E402

SPIN_SECONDS = 5e-3
_KERNEL_MODULE = "kernel.py"  # a file of the judge, although it lies beside the candidate's


# The handler of each message. `map` and `effects` carry descriptors.
HANDLERS = {
    "load": lambda runner, message, _fds: runner.load(message),
    "reload": lambda runner, message, _fds: runner.reload(message),
    "train": lambda runner, message, _fds: runner.train(message),
    "seed": lambda runner, message, _fds: runner.seed(message),
    "map": lambda runner, message, fds: runner.map(message, fds),
    "arrange": lambda runner, message, _fds: runner.arrange(message),
    "take": lambda runner, message, _fds: runner.take(message),
    "wake": lambda runner, message, _fds: runner.wake(message),
    "chain": lambda runner, message, _fds: runner.chain(message),
    "call": lambda runner, message, _fds: runner.call(message),
    "consume": lambda runner, message, _fds: runner.consume(message),
    "give": lambda runner, message, _fds: runner.give(message),
    "effects": lambda runner, message, fds: runner.effects(message, fds),
    "say": lambda runner, message, _fds: runner.say(message),
    "kernelbench": lambda runner, message, _fds: runner.kernelbench(message),
    "clock": lambda runner, message, _fds: runner.clock(message),
    "usage": lambda runner, message, _fds: runner.usage(message),
    "profile": lambda runner, message, _fds: runner.profile(message),
}


def own_lines(error: BaseException) -> str:
    """The error with the traceback lines of the candidate's files, without the judge's kernel.py."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).parent == Path.cwd() and Path(frame.filename).name != _KERNEL_MODULE]
    lines = [f"{Path(frame.filename).name}:{frame.lineno}: {frame.line}" for frame in frames[-4:]]
    return "\n".join(["".join(traceback.format_exception_only(type(error), error)).strip()[:30_000].replace(f"{Path.cwd()}/", ""), *lines])


def receive(channel: socket.socket, spin_seconds: float) -> tuple:
    """The next packet and its descriptors. On a GPU it polls for a while, because waking from sleep takes longer than many GPU calls. On a CPU
    it sleeps, because polling would take a core from the timed runner."""
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
    runner = Runner(start, channel)
    channel.send(json.dumps({"ready": True}).encode())
    while True:
        data, fds = receive(channel, SPIN_SECONDS if runner.cuda else 0.0)
        if not data:
            return
        message = json.loads(data)
        try:
            answer = HANDLERS[message["ask"]](runner, message, fds)
        except Exception as error:
            answer = {"error": own_lines(error), "kind": type(error).__name__}
        channel.send(json.dumps({"nonce": message["nonce"], **answer}).encode())


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
