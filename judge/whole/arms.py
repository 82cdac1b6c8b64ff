"""The processes that run the model, one for each way, and the questions to them."""

import contextlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

_PROGRAM = Path(__file__).resolve().parents[1] / "capture" / "arm.py"
_START_SECONDS = 900  # the script's own way to its call; or building kernels, or compiling
_ANSWER_SECONDS = 900
_LONGEST_LINE = 1 << 20


class Broken(Exception):
    """Why a process gives no answer. `remedy`: what the user can do."""

    def __init__(self, reason: str, remedy: str):
        super().__init__(reason)
        self.reason, self.remedy = reason, remedy


class ArmProcess:
    """One way of running the model. `facts`: what the process said of the call."""

    def __init__(self, arm: str, about: "list[str]", script: str, args: "list[str]", call_file: str):
        self.arm = arm
        asked, self._questions = os.pipe()
        self._answers, answered = os.pipe()
        command = [sys.executable, str(_PROGRAM), "--arm", arm, *about, "--call-file", call_file, "--ask", str(asked), "--answer", str(answered), script, *args]
        self._process = subprocess.Popen(command, pass_fds=(asked, answered), stdin=subprocess.DEVNULL, stdout=sys.stderr)
        os.close(asked)
        os.close(answered)
        self._rest = b""
        self.facts: "dict[str, Any]" = {}

    def start(self) -> None:
        """Waits until the process has come to its call. Raises Broken if it does not."""
        ready = self._answer(_START_SECONDS)
        self.facts = {name: ready[name] for name in ("gradients", "training", "device")}

    def ask(self, name: str, *given: Any) -> Any:
        """Asks a question and waits for the answer. Raises Broken if the model fails, or if the process ends."""
        try:
            os.write(self._questions, f"{json.dumps([name, *given])}\n".encode())
        except BrokenPipeError:
            pass  # the missing answer tells it
        return self._answer(_ANSWER_SECONDS)[name]

    def _answer(self, seconds: float) -> dict:
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], seconds)
            part = os.read(self._answers, 65536) if ready else b""
            self._rest += part
            if not part or len(self._rest) > _LONGEST_LINE:
                raise Broken(f"the model's process ({self.arm}) {'ended early' if ready else f'gave no answer for {seconds:.0f} s'}", "its output is above")
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise Broken(f"the model's process ({self.arm}) gave an unreadable answer", "its output is above")
        if "problem" in found:
            raise Broken(found["problem"]["reason"], found["problem"]["remedy"])
        return found

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        os.close(self._questions)
        os.close(self._answers)


@contextlib.contextmanager
def opened(about: "list[str]", script: str, args: "list[str]", folder: str) -> "Generator[Callable[[str], ArmProcess], None, None]":
    """Gives a function that starts the process of one way; it has run the model once. The original must be the first one. Raises Broken if it fails."""
    call_file = str(Path(folder, "call.pt"))
    with contextlib.ExitStack() as stack:

        def begun(arm: str) -> ArmProcess:
            process = ArmProcess(arm, about, script, args, call_file)
            stack.callback(process.end)
            process.start()
            process.ask("run", 0, 1)
            return process

        yield begun
