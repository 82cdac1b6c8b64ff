"""Drains a folder of jobs: DIR/pending/*.json are claimed by rename into DIR/claimed, replies go to DIR/results.

Several drainers may share the folder. A claim without a heartbeat is put back. No job is lost.
"""

import contextlib
import os
import re
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from judge.protocol import limits
from judge.protocol.jobs import written
from judge.protocol.messages import Reply
from judge.sandbox.paths import write_whole
from judge.server.judge import Judge, WORKERS

_HEARTBEAT = 20.0
_LOOK = 0.5  # seconds between two looks for new jobs while others are at work


class Spool:
    """The three folders, made where they lack, and the claims of this drainer."""

    def __init__(self, folder: Path):
        self.pending, self.claimed, self.results = (folder / name for name in ("pending", "claimed", "results"))
        for each in (self.pending, self.claimed, self.results):
            each.mkdir(parents=True, exist_ok=True)
        self._lock, self._own, self._open = threading.Lock(), set[Path](), True

    def claim(self) -> "Path | None":
        """Takes one job, the oldest name first. Returns None if the folder is empty or the spool is closed."""
        self._put_back_stale()
        for job in sorted(self.pending.glob("*.json")):
            mine = self.claimed / job.name
            with self._lock, contextlib.suppress(FileNotFoundError):  # another drainer was faster
                if not self._open:
                    return None
                os.utime(job)  # rename keeps the time, and an old one would look like a dead drainer's
                job.rename(mine)
                self._own.add(mine)
                return mine
        return None

    def answer(self, judge: Judge, mine: Path) -> None:
        """Judges a claimed job with a heartbeat and writes the reply whole."""
        done = threading.Event()
        beat = threading.Thread(target=_beat, args=(mine, done), daemon=True)
        beat.start()
        try:
            reply = judge.answer(mine.read_bytes())
            name = reply["id"] if re.fullmatch(r"[\w-]+", reply["id"]) and reply["id"] != "unknown" else mine.stem
            with self._lock:
                if mine in self._own:  # else it was put back, and the reply tells only of the judge's end
                    _write(self.results / f"{name}.json", reply)
                    mine.unlink(missing_ok=True)
                    self._own.discard(mine)
        finally:
            done.set()

    def close(self) -> None:
        """Puts this drainer's unanswered claims back. Then `claim` returns None."""
        with self._lock:
            self._open = False
            for mine in self._own:
                with contextlib.suppress(FileNotFoundError):
                    mine.rename(self.pending / mine.name)
            self._own.clear()

    def _put_back_stale(self) -> None:
        for claim in self.claimed.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - claim.stat().st_mtime > limits.STALE_CLAIM:
                    claim.rename(self.pending / claim.name)


def drain(judge: Judge, spool: Spool) -> None:
    """Answers jobs until none is pending and all that were claimed here are answered. Closes the spool."""
    running: "set[Future[None]]" = set()
    try:
        with ThreadPoolExecutor(WORKERS) as pool:
            while True:
                mine = spool.claim() if len(running) < WORKERS else None
                if mine:
                    running.add(pool.submit(spool.answer, judge, mine))
                    continue
                if not running:
                    return
                finished, running = wait(running, timeout=_LOOK, return_when=FIRST_COMPLETED)  # new jobs may come meanwhile
                for each in finished:
                    each.result()
    finally:
        spool.close()


def _beat(mine: Path, done: threading.Event) -> None:
    while not done.wait(_HEARTBEAT):
        with contextlib.suppress(FileNotFoundError):
            os.utime(mine)


def _write(path: Path, reply: Reply) -> None:
    write_whole(path, written(reply))
