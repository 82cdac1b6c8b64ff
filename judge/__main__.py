"""`python3 -m judge`: jobs as JSON lines on stdin, replies on stdout in any order. `--spool DIR`: drains a folder."""

import argparse
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

from judge.protocol.jobs import written
from judge.server.judge import WORKERS, Judge
from judge.server.spool import Spool, drain

_WAKE_SECONDS = 0.2


def main() -> None:
    """Answers every job and exits 0. On SIGTERM or SIGINT it kills its children and exits with 128 + the signal. A signal that was ignored at
    the start stays ignored."""
    parser = argparse.ArgumentParser(prog="judge", description=__doc__)
    parser.add_argument("--spool", type=Path, metavar="DIR", help="answer the jobs in DIR/pending instead of stdin's")
    folder = parser.parse_args().spool
    judge, spool = Judge(), Spool(folder) if folder else None
    for number in (signal.SIGTERM, signal.SIGINT):
        if signal.getsignal(number) is signal.SIG_IGN:
            continue  # the judge's parent handles the terminal's Ctrl-C itself
        # In a separate thread: the interrupted one may hold a lock that the shutdown needs.
        signal.signal(number, lambda got, _frame: threading.Thread(target=_end, args=(judge, spool, 128 + got)).start())
    try:
        _beside(lambda: drain(judge, spool) if spool else _serve(judge))
    finally:
        judge.close()


def _beside(work) -> None:
    """Runs the work in a thread and wakes up regularly: Python runs signal handlers only in the main thread, when it wakes up."""
    with ThreadPoolExecutor(1) as pool:
        doing = pool.submit(work)
        while not wait([doing], timeout=_WAKE_SECONDS).done:
            pass
        doing.result()


def _serve(judge: Judge) -> None:
    writing = threading.Lock()

    def answer(line: bytes) -> None:
        reply = judge.answer(line)
        try:
            with writing:
                sys.stdout.write(written(reply) + "\n")
                sys.stdout.flush()
        except BrokenPipeError:  # whoever asked is gone
            _end(judge, None, 1)

    with ThreadPoolExecutor(WORKERS) as pool:
        answers = [pool.submit(answer, line) for line in sys.stdin.buffer if line.strip()]
        # All workers stay until the last job is done, because children die with the thread that started them.
        for each in answers:
            each.result()


def _end(judge: Judge, spool: "Spool | None", status: int) -> None:
    try:
        if spool:
            spool.close()
        judge.close()
    finally:
        os._exit(status)  # worker threads may still wait for processes that are dead now


if __name__ == "__main__":
    main()
