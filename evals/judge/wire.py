"""Child processes that answer JSON lines: the judge, asked as the search asks it, and others like it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


class LineChild:
    """`python3 -m MODULE` as a child, with `environment` on top of this process's. Use it as a context manager: leaving it ends the child."""

    def __init__(self, module: str, environment: "dict[str, str]"):
        self._module, self._environment = module, {**os.environ, **environment}

    def __enter__(self):
        command = [sys.executable, "-m", self._module]
        self._process = subprocess.Popen(command, cwd=_ROOT, env=self._environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_error) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait(60)
        self._process.stdout.close()

    def stop(self) -> None:
        """Ends it at once, with what is under way."""
        self._process.terminate()
        self._process.wait(60)

    def ask(self, job: dict) -> "tuple[dict, float]":
        """The reply to one job and the seconds until it came. Raises RuntimeError where the child ends without one."""
        started = time.monotonic()
        self.send(job)
        return self.reply(), time.monotonic() - started

    def send(self, job: dict) -> None:
        """Gives it a job; several may be under way, and the judge's replies come in any order."""
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def reply(self) -> dict:
        """The next reply."""
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._module} ended with status {self._process.wait()} without a reply; its messages are above")
        return json.loads(line)


class JudgeChild(LineChild):
    """A judge of its own, with the build cache in `cache`."""

    def __init__(self, cache: Path, environment: "dict[str, str] | None" = None):
        super().__init__("judge", {"KERNELWRIGHT_CACHE": str(cache), **(environment or {})})


def said(reply: dict) -> str:
    """A reply in a few words: the verdict's status, or the reason for its absence."""
    return reply["verdict"]["status"] if reply["kind"] == "verdict" else f"{reply['kind']}: {reply['reason'][:200]}"
