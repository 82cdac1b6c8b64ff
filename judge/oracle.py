"""The trusted process of one task: `python -m judge.oracle DESCRIPTOR`. It answers the server, one request at a time.

It holds the task, the secret seeds, the fp64 reference, the comparison and the deciding clock, and never loads
candidate code. Limits are not here: the server kills the runner, and the oracle then finds its channel closed.
"""

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
import traceback

import torch

from . import compare, timing
from .asking import asking, available_bytes
from .channel import Channel
from .errors import Failure, Gone, Rejected
from .floor import facts
from .operators import operator_rows
from .peer import Peer
from .task import Reference

_PUBLIC_DRAWS = 3
_PR_SET_PDEATHSIG = 1


class Oracle:
    """Answers to the server's requests; each public method answers the one of the same name with a plain object."""

    def __init__(self):
        self._peers: "dict[str, Peer]" = {}
        self._ipc = True

    def open(self, name: str, source: str, target: str, precision: str, threads: int) -> dict:
        """Loads the task and learns everything about it that does not depend on a candidate."""
        if target == "cuda" and not torch.cuda.is_available():
            raise Rejected("this host has no CUDA device that torch can use", "run the judge on a host with an NVIDIA GPU, or choose the cpu target")
        torch.set_num_threads(threads)
        if target == "cpu":  # so that a task that is too large fails with a message instead of being killed
            bound = int(0.9 * available_bytes("cpu"))
            resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
        with open(source) as file:
            text = file.read()
        self.reference = Reference(name, text, target, precision)
        with asking(f"{name}: the fp64 reference or the eager one failed", target):
            self._budgets = self._calibrated()
            self._hides = self._takes_centred()
            self._cache = timing.Cache(target)
            self.facts = facts(self.reference)
        return self.facts

    def attach(self, name: str, folder: str, warm: bool, fd: int) -> dict:
        """Lets a started runner build its model and map its buffers; `warm` also calls it once (torch.compile)."""
        peer = self._peers[name] = Peer(name, Channel(socket.socket(fileno=fd)), self.reference, self._ipc and self.reference.device == "cuda")
        self.reference.save(folder)
        peer.load()
        peer.map()
        self._ipc = peer.ipc
        if warm:
            peer.put(self.reference.draw())
            peer.call()
            peer.give()
        return {"parameters": peer.parameters}

    def check(self, name: str) -> dict:
        """Compares outputs for public draws, then for a hidden one whose inputs are centred on zero."""
        peer, share = self._peers[name], 0.0
        peer.stage = "correctness"
        for _ in range(_PUBLIC_DRAWS):
            inputs = self.reference.draw()
            share = max(share, self._judged(peer, inputs, self._budgets))
        hidden = self._hidden_draw() if self._hides else None
        if hidden:
            share = max(share, self._judged(peer, *hidden, hidden=True))
        return {"errorShare": share, "checked": _PUBLIC_DRAWS + bool(hidden)}

    def time(self, name: "str | None", compiled: bool, tier: str) -> dict:
        """Interleaved times of the eager runner, the named one if any, and the compiled one if asked for."""
        names = ["eager", *([name] if name else []), *(["compiled"] if compiled else [])]
        peers = [self._peers[each] for each in names]
        for peer in peers:
            peer.stage = "timing"
        worst = [0.0]
        checks = {1: lambda inputs, exact, outputs: self._recheck(inputs, exact, outputs, worst)} if name else {}
        samples = timing.measure(self.reference, peers, checks, timing.PLANS[tier], self._cache)
        found = {"times": {each: samples.time(at) for at, each in enumerate(names)}, "checked": samples.checked, "errorShare": worst[0]}
        if name:
            timing.check_hand_over(samples, 1, self.reference.device)
            found["speedup"] = samples.ratio(0, 1)
        if compiled:
            found["compiledSpeedup"] = samples.ratio(2, 1) if name else samples.ratio(0, 1)
        return found

    def profile(self, name: str) -> dict:
        """The floor, and the kernels of one call of the runner. Advisory."""
        peer = self._peers[name]
        peer.stage = "profile"
        peer.put(self.reference.draw())
        rows = peer.profile()
        busy = sum(row[2] for row in rows) or 1.0
        kernels = [{"name": row[0], "calls": row[1], "us": row[2], "share": row[2] / busy} for row in rows]
        return {**{key: self.facts[key] for key in ("floorBytes", "floorUs", "copyGBps")}, "kernels": kernels}

    def operators(self) -> dict:
        """The reference by operator, slowest first."""
        return {"operators": operator_rows(self.reference)}

    def drop(self, name: str) -> dict:
        """Forgets a runner and frees its buffers."""
        peer = self._peers.pop(name, None)
        if peer:
            peer.close()
        return {}

    def _calibrated(self) -> "list[compare.Errors]":
        """Eager's error on several draws: of one draw alone it can be zero by luck where outputs are few."""
        budgets: "list[compare.Errors]" = []
        for _ in range(_PUBLIC_DRAWS):
            inputs = self.reference.draw()
            budgets = compare.widest(budgets, compare.eager_errors(self.reference.eager(inputs), self.reference.exact(inputs)))
        return budgets

    def _takes_centred(self) -> bool:
        """Whether there is a hidden draw. Decided once, before a candidate runs that could make it fail."""
        if not any(dtype.startswith(("float", "bfloat")) for _shape, dtype in self.reference.input_specs):
            return False
        try:
            return self._hidden_draw() is not None
        except Exception:  # outside the reference's domain
            return False

    def _hidden_draw(self) -> "tuple | None":
        """Centred inputs with eager's error on them as budget, if the reference stays finite."""
        inputs = self.reference.draw(centred=True)
        eager, exact = self.reference.eager(inputs), self.reference.exact(inputs)
        finite = all(bool(torch.isfinite(tensor).all()) for tensor in [*eager, *exact] if tensor.is_floating_point())
        return (inputs, compare.eager_errors(eager, exact)) if finite else None

    def _judged(self, peer: Peer, inputs: list, budgets: list, hidden: bool = False) -> float:
        peer.put(inputs)
        peer.call()
        outputs = peer.outputs(peer.give()[1], inputs)
        found = compare.judge(outputs, self.reference.exact(inputs), self._shipped(inputs), budgets)
        if found.problem:
            problem = "wrong for hidden inputs drawn from another distribution" if hidden else found.problem
            raise Failure(status="wrong", inputs="hidden" if hidden else "public", problem=problem)
        return found.share

    def _recheck(self, inputs: list, exact: list, outputs: list, worst: "list[float]") -> None:
        found = compare.judge(outputs, exact, self._shipped(inputs), self._budgets)
        if found.problem:
            raise Failure(status="unstable", problem=f"right at first, but wrong in a timed call (a race, or state kept between calls): {found.problem}")
        worst[0] = max(worst[0], found.share)

    def _shipped(self, inputs: list) -> list:
        """Eager's own outputs where they decide (integers), None elsewhere."""
        if all(dtype.startswith(("float", "bfloat")) for _shape, dtype in self.reference.output_specs):
            return [None] * len(self.reference.output_specs)
        return self.reference.eager(inputs)


def serve(channel: Channel) -> None:
    """Answers requests until the server closes its end."""
    oracle = Oracle()
    while True:
        try:
            request, fds = channel.receive_with_fds()
        except EOFError:
            return
        channel.send(_answer(oracle, request, fds))


def _answer(oracle: Oracle, request: dict, fds: "list[int]") -> dict:
    method = getattr(oracle, request.pop("ask"))
    try:
        return {"ok": method(**request, fd=fds[0]) if fds else method(**request)}
    except Failure as failure:
        return {"failure": failure.fields}
    except Gone as gone:
        return {"gone": gone.name, "why": gone.why}
    except Rejected as rejected:
        return {"rejected": rejected.reason, "remedy": rejected.remedy}
    except Exception as error:
        traceback.print_exc()
        return {"broken": f"the oracle failed: {type(error).__name__}: {str(error)[:1000]}"}
    finally:
        if torch.cuda.is_initialized():
            with contextlib.suppress(RuntimeError):  # a dead context must not cost the answer
                torch.cuda.empty_cache()  # the runners need the memory


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    os.dup2(2, 1)  # what a task prints must not look like anything else
    serve(Channel(socket.socket(fileno=int(sys.argv[1]))))
