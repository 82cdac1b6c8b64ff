"""The oracle's process: `python -m judge.oracle.process DESCRIPTOR`. It answers the server's requests, one at a time."""

import contextlib
import os
import socket
import sys
import traceback
from typing import Any

import torch

from judge.oracle.service import Oracle
from judge.protocol.errors import Failure, Gone, Rejected
from judge.protocol.oracle_messages import OracleAnswer
from judge.sandbox.libc import die_with_parent
from judge.wire.packets import Channel

# The handler of each request.
HANDLERS = {
    "open": Oracle.open,
    "examine": Oracle.examine,
    "skip": Oracle.skip,
    "decisions": Oracle.decisions,
    "facts": Oracle.facts,
    "disguise": Oracle.disguise,
    "attach": Oracle.attach,
    "settle": Oracle.settle,
    "check": Oracle.check,
    "check_again": Oracle.check_again,
    "noise": Oracle.noise,
    "time_baselines": Oracle.time_baselines,
    "time": Oracle.time,
    "compare": Oracle.compare,
    "profile": Oracle.profile,
    "lay_out": Oracle.lay_out,
    "kernelbench": Oracle.kernelbench,
    "prove": Oracle.prove,
    "explain": Oracle.explain,
    "operators": Oracle.operators,
    "library_calls": Oracle.library_calls,
    "pulse": Oracle.pulse,
    "drop": Oracle.drop,
}


def serve(channel: Channel) -> None:
    """Answers requests until the server closes its end."""
    oracle = Oracle()
    while True:
        try:
            request, fds = channel.receive_with_fds()
        except EOFError:
            return
        try:
            channel.send(_answer(oracle, request, fds))
        except BrokenPipeError:  # the judge has ended meanwhile
            return


def _answer(oracle: Oracle, request: "dict[str, Any]", fds: "list[int]") -> OracleAnswer:
    try:
        handler = HANDLERS[request.pop("ask")]
        return {"ok": handler(oracle, **request, fd=fds[0]) if fds else handler(oracle, **request)}
    except Failure as failure:
        return {"failure": failure.fields}
    except Gone as gone:
        return {"gone": gone.name, "why": gone.why, "hidden": gone.hidden, "shape": gone.shape}
    except Rejected as rejected:
        return {"rejected": rejected.reason, "remedy": rejected.remedy, "degenerate": rejected.degenerate}
    except Exception as error:
        traceback.print_exc()
        rejected = oracle.refusal(error)
        if rejected is not None:
            return {"rejected": rejected.reason, "remedy": rejected.remedy, "degenerate": rejected.degenerate}
        return {"broken": f"the oracle failed: {type(error).__name__}: {str(error)[:1000]}"}
    finally:
        if torch.cuda.is_initialized():
            with contextlib.suppress(RuntimeError):  # a dead context must not cost the answer
                torch.cuda.empty_cache()  # the runners need the memory


if __name__ == "__main__":
    die_with_parent()
    os.dup2(2, 1)  # a task's prints go to stderr, apart from the judge's own output
    serve(Channel(socket.socket(fileno=int(sys.argv[1]))))
