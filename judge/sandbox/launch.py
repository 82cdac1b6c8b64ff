"""Starts the judge's own processes, readies the fork servers, and ends everything at the end."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from judge.device.topology import physical_cores
from judge.protocol.messages import Target
from judge.sandbox import reaper, workdir, zygote_pool
from judge.sandbox.environment import cpu_environment, torch_paths
from judge.sandbox.paths import PACKAGE_PARENT, ROOT_NAME, root


_ORACLE = "judge.oracle.process"  # imports what all trusted processes need, so one fork server starts them all


def trusted_process(module: str, sock: socket.socket, env: "dict[str, str]", late: "dict[str, str]") -> "zygote_pool.Forked | subprocess.Popen[bytes]":
    """Starts a module of the judge itself, `sock` its argument, with the judge's rights and environment. `env` comes on top
    of that from the start of Python on, `late` at any time before the module runs."""
    start = _trusted_start(env)
    whole = start["env"]
    plan = {"program": module, "cwd": os.getcwd(), "env": {**whole, **late}, "confinement": None}
    process = zygote_pool.forked(plan, start, sock, piped=False) if torch_paths() else None
    if process is not None:
        return process
    command = [sys.executable, "-m", module, str(sock.fileno())]
    return subprocess.Popen(command, env={**whole, **late}, pass_fds=(sock.fileno(),), start_new_session=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def prepare(target: Target) -> None:
    """Starts the fork servers for jobs of the target, in the background. Without torch it does nothing, because jobs fail earlier."""
    if not torch_paths():
        return
    env = own_environment(target)
    zygote_pool.prepare(workdir.runners_start(target, env))
    zygote_pool.prepare(_trusted_start(env))


def own_environment(target: Target) -> "dict[str, str]":
    """Variables for the processes of a target, on top of the judge's environment."""
    return cpu_environment(physical_cores()) if target == "cpu" else {}


def _trusted_start(env: dict) -> dict:
    whole = {**os.environ, **env, "PYTHONPATH": str(PACKAGE_PARENT)}
    return {"env": whole, "preload": [_ORACLE], "paths": torch_paths(), "root": root()}


def close_all() -> None:
    """Ends whatever still runs in private folders and removes them all; called once, at the end."""
    workdir.close_all()
    zygote_pool.close_all()
    reaper.remove(root())
    if PACKAGE_PARENT.name.startswith(ROOT_NAME):  # a worker sent the judge's own code into a temporary folder
        reaper.remove(PACKAGE_PARENT)


def sweep() -> None:
    """Removes leftovers of killed judges, if their fork servers could not."""
    for folder in Path(tempfile.gettempdir()).glob(f"{ROOT_NAME}*"):
        pid = re.fullmatch(r"(\d+)-\w+", folder.name[len(ROOT_NAME) :])
        with contextlib.suppress(FileNotFoundError):
            if pid and folder.lstat().st_uid == os.geteuid() and not Path(f"/proc/{pid[1]}").exists():
                reaper.bury(folder)
