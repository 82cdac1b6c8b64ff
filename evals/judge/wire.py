"""The judge as a child process that is asked over JSON lines, as the search asks it; wall-clock seconds of each answer."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


class JudgeChild:
    """A judge of its own, with the build cache in `cache`. Use it as a context manager: leaving it ends the child."""

    def __init__(self, cache: Path):
        self._environment = {**os.environ, "KERNELWRIGHT_CACHE": str(cache)}

    def __enter__(self) -> "JudgeChild":
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen([sys.executable, "-m", "judge"], cwd=_ROOT, env=self._environment, text=True, **streams)
        return self

    def __exit__(self, *_error) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait(60)
        self._process.stdout.close()

    def ask(self, job: dict) -> "tuple[dict, float]":
        """The reply to one job and the seconds until it came. Raises RuntimeError where the judge ends without one."""
        started = time.monotonic()
        self.send(job)
        return self.reply(), time.monotonic() - started

    def send(self, job: dict) -> None:
        """Gives it a job; several may be under way, and their replies come in any order."""
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def reply(self) -> dict:
        """The next reply."""
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the judge ended with status {self._process.wait()} without a reply; its messages are above")
        return json.loads(line)


def said(reply: dict) -> str:
    """A reply in a few words: the verdict's status, or the reason for its absence."""
    return reply["verdict"]["status"] if reply["kind"] == "verdict" else f"{reply['kind']}: {reply['reason'][:200]}"
