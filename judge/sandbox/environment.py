"""The environment of each process that the judge starts, and the folders that it may read."""

import functools
import glob
import importlib.util
import os
import shutil
import sys
from pathlib import Path

_KEPT = ("PATH", "LANG", "LC_ALL", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "TORCH_CUDA_ARCH_LIST")
_OPENBLAS = Path("/usr/lib/x86_64-linux-gnu/openblas-openmp")  # shares OpenMP's threads with torch; other builds keep their own

_PROGRAMS = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr", "/nix/store", "/opt/nvidia")
_SETTINGS = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/nvidia", "/etc/ssl/openssl.cnf")
_DRIVER = ("/proc/devices", "/proc/driver/nvidia", "/proc/driver/nvidia-uvm", "/proc/modules")
_NUMBERS = ("/proc/cpuinfo", "/proc/filesystems", "/proc/loadavg", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/sys/vm", *_DRIVER)
# Devices, drivers and the kernel's memory: what the loader, OpenMP, compilers and CUDA's driver read. Never /sys/fs, which has the files of all control groups.
_MACHINE = tuple(f"/sys/{name}" for name in ("bus", "class", "dev", "devices", "kernel/mm", "module"))
_TOOLS = ("python3", "gcc", "g++", "ld", "nvcc", "ncu", "cuobjdump", "compute-sanitizer", "valgrind")


def torch_paths() -> "list[str]":
    """The folders that an isolated Python needs on its path to import torch."""
    found = importlib.util.find_spec("torch")
    return [str(Path(found.origin).parent.parent)] if found and found.origin else []


def cpu_environment(threads: int) -> "dict[str, str]":
    """The environment for reliable CPU timing: the process keeps freed memory, threads do not spin, and there is one thread pool."""
    tunables = "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=268435456"
    env = {"GLIBC_TUNABLES": tunables, "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": str(threads)}
    if _OPENBLAS.is_dir():
        env["LD_LIBRARY_PATH"] = ":".join(filter(None, [str(_OPENBLAS), os.environ.get("LD_LIBRARY_PATH", "")]))
    return env


def environment(home: Path) -> "dict[str, str]":
    """The whole environment of an untrusted process: an allow-list, with its folder for all written files."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    inside = {name: str(home / "cache") for name in ("TRITON_CACHE_DIR", "TORCH_EXTENSIONS_DIR", "TORCHINDUCTOR_CACHE_DIR", "CUDA_CACHE_PATH")}
    return {"PATH": os.defpath, **kept, **inside, "HOME": str(home), "TMPDIR": str(home), "USER": "runner", "PYTHONDONTWRITEBYTECODE": "1", "SOURCE_DATE_EPOCH": "0"}


@functools.lru_cache(maxsize=None)
def readable() -> "list[str]":
    """The files and folders that an untrusted process may read. They hold programs, libraries, Python, torch, compilers and profilers. Of `/etc`,
    `/proc` and `/sys` they are what the loader, Python and CUDA need at their start."""
    named = [sys.prefix, sys.base_prefix, *torch_paths(), os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", "")]
    named += [folder for name in ("PATH", "LD_LIBRARY_PATH") for folder in os.environ.get(name, "").split(":")]
    named += [home for home in map(_home, _TOOLS) if home]
    found = {os.path.realpath(folder) for folder in named if os.path.isabs(folder)} - {"/", os.path.realpath(Path.home())}
    return [*_PROGRAMS, *_SETTINGS, *sorted(glob.glob("/etc/python3*")), *_NUMBERS, *_MACHINE, *sorted(found)]


def _home(tool: str) -> str:
    """The folder of a tool with all its files, such as /opt/cuda for /opt/cuda/bin/nvcc. Empty if other tools share the folder."""
    place = Path(os.path.realpath(shutil.which(tool) or "/")).parent
    home = place.parent if place.name == "bin" else place
    return str(home) if any((home / part).is_dir() for part in ("lib", "lib64", "nvvm", "target")) else ""
