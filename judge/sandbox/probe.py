"""Finds out once which protections work on this host: the `isolation` of every verdict."""

import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from judge.protocol.messages import Isolation
from judge.sandbox import cgroup, confine
from judge.sandbox.environment import environment, readable
from judge.sandbox.paths import trusted_folder

NOBODY_GID = 65534
CONFINED = [sys.executable, "-I", "-S", str(Path(__file__).with_name("confined.py"))]
_UID_RANGES = ((1 << 20, 2 << 20), (20_000, 60_000))  # the second where a container maps only 16 bits


@functools.lru_cache(maxsize=None)
def reached() -> Isolation:
    """The isolation that candidates have here."""
    parts, uids = probed()
    own_user, no_network = uids is not None, parts["ownNetwork"] or parts["systemCallFilter"]
    fenced = own_user and no_network and parts["noNewPrivileges"] and (parts["systemCallFilter"] or parts["fileFilter"])
    return {
        "level": "L3" if fenced else "L2",
        "ownUser": own_user,
        "noNetwork": no_network,
        "noNewPrivileges": parts["noNewPrivileges"],
        "limits": parts["limits"],
        "systemCallFilter": parts["systemCallFilter"],
        "fileFilter": parts["fileFilter"],
        "controlGroup": cgroup.available(),
        "freezer": cgroup.freezes(),
    }


@functools.lru_cache(maxsize=None)
def probed() -> "tuple[dict[str, bool], tuple[int, int] | None]":
    """The parts of the sandbox that work here, and the unused user ids that this container maps.

    With both together a process must still run Python, read torch and open the GPU. Parts that prevent this are left out.
    """
    tried = subprocess.run([*CONFINED, "--probe"], capture_output=True, text=True, timeout=60, check=True)
    parts = json.loads(tried.stdout)
    for uids in [*(_UID_RANGES if os.geteuid() == 0 else ()), None]:
        for can in (parts, {**parts, "fileFilter": False}):
            if _sees(can, uids[0] if uids else None):
                return can, uids
    return {part: False for part in parts}, None


def _sees(can: dict, uid: "int | None") -> bool:
    folder = trusted_folder()
    try:
        if uid is not None:
            os.chown(folder, uid, NOBODY_GID)
        plan = confine.planned(str(folder), uid, NOBODY_GID, can, None, readable())
        probe = [*CONFINED, json.dumps(plan), sys.executable, "-I", "-c", _SEES_WHAT_RUNNERS_NEED]
        tried = subprocess.run(probe, cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
        return tried.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_SEES_WHAT_RUNNERS_NEED = """
import ctypes, importlib.util, os
torch, gpu = importlib.util.find_spec("torch"), "/dev/nvidia0"
hidden = os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1")
if torch: open(torch.origin).close()
if os.path.exists(gpu) and not hidden and ctypes.CDLL("libcuda.so.1").cuInit(0) != 0: raise SystemExit(1)
open("written", "w").close()
"""
