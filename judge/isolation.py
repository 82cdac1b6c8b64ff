"""Private folders and command prefixes that keep untrusted processes from the judge and from each other.

Reached with util-linux alone (setpriv, unshare, prlimit); what does not work on this host is left out and said so in
every verdict. No namespaces for pids or ipc: CUDA's memory handles need the host's.
"""

import contextlib
import functools
import importlib.util
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

_UID_RANGES = ((1 << 20, 2 << 20), (20_000, 60_000))  # the second where a container maps only 16 bits
_NOBODY_GID = 65534
_ROOT_NAME = "kernelwright-judge-"  # then the judge's pid
_KEPT = ("PATH", "LANG", "LC_ALL", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "TORCH_CUDA_ARCH_LIST")
_OPENBLAS = Path("/usr/lib/x86_64-linux-gnu/openblas-openmp")  # shares OpenMP's threads with torch; other builds keep their own


class Folder:
    """A private folder and the user that owns it: one untrusted process tree. `close` kills the tree and removes it."""

    def __init__(self):
        self.uid = random.SystemRandom().randrange(*_uid_range()) if reached()["ownUser"] else None
        self.path = trusted_folder()
        self._own(self.path)
        self._processes: "list[subprocess.Popen]" = []
        _live.add(self)

    def add(self, name: str, content: "str | bytes") -> None:
        """Writes a file that the folder's user may read."""
        path = self.path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        self._own(path)

    def spawn(self, command: "list[str]", *, memory_bytes: "int | None" = None, env: "dict | None" = None, **options) -> subprocess.Popen:
        """Starts a command as the folder's user, in a session of its own, with the folder as its home."""
        whole = _prefix(self.uid, memory_bytes) + command
        process = subprocess.Popen(whole, cwd=self.path, env={**_environment(self.path), **(env or {})}, start_new_session=True, **options)
        self._processes.append(process)
        return process

    def kill(self) -> None:
        """Kills what was spawned, whole groups, and everything else that runs as the folder's user."""
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self.uid is not None:
            subprocess.run(_as_user(self.uid) + ["kill", "-KILL", "--", "-1"], stderr=subprocess.DEVNULL, check=False)

    def close(self) -> None:
        _live.discard(self)
        self.kill()
        shutil.rmtree(self.path, ignore_errors=True)

    def strip(self, text: str) -> str:
        """The text with the folder's path taken off file names."""
        return text.replace(f"{self.path}/", "").replace(str(self.path), "")

    def _own(self, path: Path) -> None:
        if self.uid is not None:
            os.chown(path, self.uid, _NOBODY_GID)


@functools.lru_cache(maxsize=None)
def reached() -> dict:
    """What this host lets the judge do, tried once: the `isolation` of every verdict."""
    own_user = os.geteuid() == 0 and _uid_range() is not None
    no_network = _works(["unshare", "--net", "true"])
    no_new_privileges = _works(["setpriv", "--no-new-privs", "true"])
    limits = _works(["prlimit", "--core=0", "true"])
    return {"level": "L3" if own_user and no_network else "L2", "ownUser": own_user, "noNetwork": no_network, "noNewPrivileges": no_new_privileges, "limits": limits}


def torch_paths() -> "list[str]":
    """The folders that an isolated Python needs on its path to import torch."""
    found = importlib.util.find_spec("torch")
    return [str(Path(found.origin).parent.parent)] if found and found.origin else []


def cpu_environment(threads: int) -> dict:
    """What makes CPU timing meaningful: memory kept by the process, threads that do not spin, one thread pool."""
    tunables = "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=268435456"
    env = {"GLIBC_TUNABLES": tunables, "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": str(threads)}
    if _OPENBLAS.is_dir():
        env["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(_OPENBLAS), os.environ.get("LD_LIBRARY_PATH", "")]))
    return env


def trusted_folder() -> Path:
    """A folder that only the judge's own user can read, removed at the end with all others."""
    return Path(tempfile.mkdtemp(dir=_root()))


def close_all() -> None:
    """Ends whatever still runs in private folders and removes them all; called once, at the end."""
    for folder in list(_live):
        folder.close()
    shutil.rmtree(_root(), ignore_errors=True)


def sweep() -> None:
    """Removes the folders of judges that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_ROOT_NAME}*"):
        pid = re.fullmatch(r"(\d+)-\w+", folder.name[len(_ROOT_NAME) :])
        with contextlib.suppress(FileNotFoundError):
            if pid and folder.lstat().st_uid == os.geteuid() and not Path(f"/proc/{pid[1]}").exists():
                shutil.rmtree(folder, ignore_errors=True)


_live: "set[Folder]" = set()


@functools.lru_cache(maxsize=None)
def _uid_range() -> "tuple[int, int] | None":
    """Unused user ids that this container maps and that can run Python, read torch and open the GPU."""
    probe = [sys.executable, "-I", "-c", _SEES_WHAT_RUNNERS_NEED]
    return next((uids for uids in _UID_RANGES if _works(_as_user(uids[0]) + probe, cwd=_root())), None)


@functools.lru_cache(maxsize=None)
def _root() -> Path:
    root = Path(tempfile.mkdtemp(prefix=f"{_ROOT_NAME}{os.getpid()}-"))
    root.chmod(0o711)  # other users may pass through, not look around
    return root


def _as_user(uid: int) -> "list[str]":
    return ["setpriv", f"--reuid={uid}", f"--regid={_NOBODY_GID}", "--clear-groups"]


def _prefix(uid: "int | None", memory_bytes: "int | None") -> "list[str]":
    can = reached()
    prefix = ["unshare", "--net"] if can["noNetwork"] else []
    if uid is not None:
        prefix += _as_user(uid)
    if can["noNewPrivileges"]:
        prefix += [] if uid is not None else ["setpriv"]
        prefix += ["--no-new-privs", "--pdeathsig=KILL"]
    if can["limits"]:
        prefix += ["prlimit", "--core=0", "--nofile=4096", f"--fsize={4 << 30}"]
        prefix += ["--nproc=2048"] if uid is not None else []
        prefix += [f"--as={memory_bytes}"] if memory_bytes else []
    return prefix


def _environment(home: Path) -> dict:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    inside = {name: str(home / "cache") for name in ("TRITON_CACHE_DIR", "TORCH_EXTENSIONS_DIR", "TORCHINDUCTOR_CACHE_DIR", "CUDA_CACHE_PATH")}
    return {"PATH": os.defpath, **kept, **inside, "HOME": str(home), "TMPDIR": str(home), "USER": "runner", "PYTHONDONTWRITEBYTECODE": "1"}


_SEES_WHAT_RUNNERS_NEED = """
import importlib.util, os, sys
torch, gpu = importlib.util.find_spec("torch"), "/dev/nvidia0"
reads = torch is None or os.access(torch.origin, os.R_OK)
sys.exit(0 if reads and (not os.path.exists(gpu) or os.access(gpu, os.R_OK | os.W_OK)) else 1)
"""


def _works(command: "list[str]", cwd: "Path | None" = None) -> bool:
    try:
        return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
