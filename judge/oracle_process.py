"""The process of one oracle: `python -m judge.oracle_process DESCRIPTOR`. It answers the server, one request at a time."""

import contextlib
import ctypes
import os
import signal
import socket
import sys
import traceback

import torch

from .channel import Channel
from .errors import Failure, Gone, Rejected
from .oracle import Oracle

_PR_SET_PDEATHSIG = 1


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


def _answer(oracle: Oracle, request: dict, fds: "list[int]") -> dict:
    method = getattr(oracle, request.pop("ask"))
    try:
        return {"ok": method(**request, fd=fds[0]) if fds else method(**request)}
    except Failure as failure:
        return {"failure": failure.fields}
    except Gone as gone:
        return {"gone": gone.name, "why": gone.why, "hidden": gone.hidden}
    except Rejected as rejected:
        return {"rejected": rejected.reason, "remedy": rejected.remedy, "degenerate": rejected.degenerate}
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
