"""Compiles a candidate's kernel.cu or kernel.cpp to a shared object, isolated and cached by content.

It works without a GPU and without torch. The cache is KERNELWRIGHT_CACHE or ~/.cache/kernelwright. `compiler_log` parses the messages.
"""

import functools
import hashlib
import json
import shutil
import subprocess
import tempfile
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from judge.build import gxx
from judge.build.compiler_log import ptxas_kernels, vectorizer_remarks
from judge.build.disassembly import codes_of
from judge.protocol import limits
from judge.protocol.diagnostics import first_errors
from judge.protocol.errors import Failure, Rejected
from judge.protocol.messages import Code, CompiledKernel
from judge.sandbox.kept_files import drop_oldest
from judge.sandbox.paths import cache
from judge.sandbox.workdir import Folder

_OUTPUT_BYTES = 1 << 20  # the largest length of compiler messages
_REMARK_BYTES = 16 << 20
_LIBRARY_BYTES = 256 << 20
_MOST_KEPT = 4000  # builds; one has 20 KB to 2 MB
_REPORT = 6  # the version of the report's format: older reports in the cache are replaced
_NVCC = ["-O3", "-std=c++17", "-lineinfo", "-shared", "-Xcompiler", "-fPIC", "-Xptxas", "-v"]


@dataclass(frozen=True)
class Build:
    """A built library, with the compilers' reports in the profile's form."""

    library: Path
    compiled: "list[CompiledKernel]"
    remarks: "list[str]"
    codes: "Future[dict[str, Code]]"  # see `codes_of`


def build(name: str, source: str, capability: "str | None") -> Build:
    """Builds `kernel.cu` or `kernel.cpp`; `capability` is the GPU's, such as "9.0" (None: 9.0 is assumed).

    Raises Failure (build_failed, timeout), and Rejected if the compiler is missing.
    """
    steps = _steps(name, capability)
    compiler = steps[0][0]
    key = hashlib.sha256("\0".join([source, json.dumps(steps), version(compiler), cpu_flags(), str(_REPORT)]).encode()).hexdigest()
    kept = cache("builds") / key
    if not (kept / "report.json").exists():
        _compile(steps, name, source, kept)
    report = json.loads((kept / "report.json").read_text())
    library = kept / "libkernel.so"
    return Build(library, report["compiled"], report["remarks"], codes_of(library if name == "kernel.cu" else None))


def arch_of(capability: "str | None") -> str:
    """The architecture to build for. From 9.0 on, the one with architecture-specific instructions, such as sm_90a."""
    number = (capability or "9.0").replace(".", "")
    return f"{number}a" if int(number) >= 90 else number


@functools.lru_cache(maxsize=None)
def version(compiler: str) -> str:
    """The compiler's version message. Raises Rejected if the compiler is missing."""
    try:
        words = subprocess.run([compiler, "--version"], capture_output=True, text=True, timeout=60).stdout
    except OSError as error:
        remedy = "install the CUDA toolkit" if compiler == "nvcc" else "install g++"
        raise Rejected(f"{compiler} was not found on this host", f"{remedy} and put {compiler} on PATH") from error
    return words.strip()


def _steps(name: str, capability: "str | None") -> "list[list[str]]":
    if name == "kernel.cu":
        arch = arch_of(capability)
        return [["nvcc", *_NVCC, f"-gencode=arch=compute_{arch},code=sm_{arch}", name, "-o", "libkernel.so"]]
    return [gxx.compile_command("-fopt-info-vec-all=remarks.txt"), gxx.link_library_command()]


def _compile(steps: "list[list[str]]", name: str, source: str, kept: Path) -> None:
    folder = Folder()
    try:
        folder.add(name, source)
        said = ""
        for step in steps:
            status, words = folder.run(step, "build", limits.BUILD, _OUTPUT_BYTES, cpu=name == "kernel.cpp")
            said += folder.strip(words)
            if status != 0:
                diagnostics = first_errors(said) or f"{step[0]} ended with status {status} and said nothing"
                raise Failure(status="build_failed", compiler=step[0], diagnostics=diagnostics)
        library = _checked(folder.path / "libkernel.so")
        remarks = vectorizer_remarks(folder.read("remarks.txt", _REMARK_BYTES), source) if name == "kernel.cpp" else []
        _keep(library, remarks, ptxas_kernels(said) if name == "kernel.cu" else [], kept)
    finally:
        folder.close()


def _checked(library: Path) -> Path:
    """Raises Failure if the library is not a regular file, or if it is too large."""
    found = library.lstat() if library.is_file() and not library.is_symlink() else None
    if found is None or found.st_size > _LIBRARY_BYTES:
        problem = f"the library has {found.st_size} bytes; {_LIBRARY_BYTES} are allowed: make large tables when the model is built" if found else "no library came of it"
        raise Failure(status="build_failed", compiler="the judge", diagnostics=problem)
    return library


def _keep(library: Path, remarks: "list[str]", compiled: "list[CompiledKernel]", kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=kept.parent))
    shutil.copyfile(library, fresh / "libkernel.so", follow_symlinks=False)
    (fresh / "report.json").write_text(json.dumps({"compiled": compiled, "remarks": remarks}))
    try:
        fresh.rename(kept)
    except OSError:  # another judge kept the same build first
        shutil.rmtree(fresh)
    drop_oldest([path for path in kept.parent.iterdir() if len(path.name) == len(kept.name)], _MOST_KEPT)


@functools.lru_cache(maxsize=None)
def cpu_flags() -> str:
    """The CPU features that -march=native depends on. Different machines may share a cache."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line for line in lines if line.startswith("flags")), "")
