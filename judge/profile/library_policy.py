"""The library policy. Under `custom-only` the candidate's own kernels must take the time, not those of libraries and of torch.

The names of launched kernels and their fractions of the time decide. The trace comes from the candidate's process. A forged trace can
hide which kernels ran, but not how long they took.
"""

import ast
import re

from judge.protocol.errors import Failure
from judge.protocol.limits import KERNEL_NAME_CHARS
from judge.protocol.messages import EvaluateJob, KernelRow, Profile, SourceFile

_FOREIGN_SHARE = 0.1  # the fraction of the time that torch may take for moving and preparing data
_HEADER_CHARS = 4000  # of a function, up to its body
_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)")
_LAUNCH_BOUNDS, _CALLED = re.compile(r"__launch_bounds__\s*\([^)]*\)"), re.compile(r"\b(\w{1,300})\s*\(")
_LIBRARY = re.compile(r"(at|c10|at_cuda_detail|cudnn|cublas\w*)::|nvjet_|sm\d+_xmma_|cublas|cudnn|(maxwell|volta|turing|ampere|hopper)_\w*(gemm|conv|cudnn)|cutlass::\w+<cutlass_\d\d_")
_HEADERS = re.compile(r"(cutlass|cute|cub|thrust)::")
_INDUCTOR = re.compile(r"triton_(\d*|(poi|red|per|tem|for|mm|bmm|mixed_mm|convolution\w*|flex\w*|split_scan|unk)_(\w*_)?\d+)$")  # names of kernels that torch.compile generates
_ALLOCATIONS = ("aten::empty", "aten::empty_like", "aten::empty_strided", "aten::new_empty")
_NEUTRAL = re.compile(r"^(Memcpy|Memset|Context Sync|cuda[A-Z])")


def check_policy(job: EvaluateJob, profile: Profile, call_us: float) -> None:
    """Raises Failure (policy_violation) if the job demands own kernels and others take the time."""
    if job["library"] == "library-allowed":
        return
    if not profile["kernels"]:
        raise Failure(status="policy_violation", problem="what it launches could not be seen: under custom-only it must be")
    foreign = _foreign(job, profile)
    busy = sum(row["us"] for row in profile["kernels"]) if job["target"] == "cuda" else call_us
    share = sum(row["us"] for row in foreign) / max(busy, 1e-9)
    if share > _FOREIGN_SHARE:
        names = ", ".join(f"{row['name'][:80]} ({100 * row['us'] / busy:.0f} %)" for row in foreign[:3])
        problem = f"{100 * share:.0f} % of the time is spent in kernels that are not the candidate's own: {names}. Under custom-only at most 10 % may be."
        raise Failure(status="policy_violation", problem=problem)


def _foreign(job: EvaluateJob, profile: Profile) -> "list[KernelRow]":
    if job["target"] == "cpu":  # the profiler sees torch's operators; the candidate's own library is not among them
        return [row for row in profile["kernels"] if row["name"].startswith("aten::") and row["name"] not in _ALLOCATIONS]
    compiled = {row["name"][:KERNEL_NAME_CHARS] for row in profile["compiled"]}
    own = named_kernels(job["candidate"]["files"], not compiled)
    return [row for row in profile["kernels"] if not _NEUTRAL.match(row["name"]) and is_foreign(row["name"], own, compiled)]


def is_foreign(name: str, own: "set[str]", compiled: "set[str]") -> bool:
    """Whether a launched kernel belongs to a library or to torch.

    A candidate's kernel is in `compiled` by its whole name, or in `own` by its base name. Names of torch, its compiler or a library are always
    foreign, even if the candidate defines the same name.
    """
    plain = name.removeprefix("void ")
    if _LIBRARY.match(plain) or _INDUCTOR.match(plain):
        return True
    return name not in compiled and (bool(_HEADERS.match(plain)) or base_name(name) not in own)


def named_kernels(files: "list[SourceFile]", compiles: bool) -> "set[str]":
    """The base names of the kernels that a bundle defines: Python functions with a `jit` decorator. For a candidate that compiles itself
    (load_inline) also `__global__` functions outside comments."""
    found: "set[str]" = set()
    for file in files:
        if compiles:
            found.update(_global_functions(file["text"]))
        if file["name"].endswith(".py"):
            found.update(_jitted(file["text"]))
    return found


def _global_functions(source: str) -> "set[str]":
    """The names of `__global__` functions with a body, in linear time for every source."""
    headers = [part[:_HEADER_CHARS].split("{") for part in _COMMENT.sub(" ", source).split("__global__")[1:]]
    bodies = [_LAUNCH_BOUNDS.sub(" ", header[0]) for header in headers if len(header) > 1 and ";" not in header[0]]
    return {named[1] for named in map(_CALLED.search, bodies) if named}


def _jitted(source: str) -> "set[str]":
    try:
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        return {node.name for node in functions if any("jit" in ast.dump(decorator) for decorator in node.decorator_list)}
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # no Python, or nested without end
        return set()


def base_name(name: str) -> str:
    """The base name in a demangled signature, without return type, namespace, template and parameters."""
    plain = name.removeprefix("void ")
    depth, kept = 0, []
    for letter in plain:
        if letter == "(" and depth == 0 and kept:
            break
        depth += (letter == "<") - (letter == ">")
        kept += [letter] if depth == 0 and letter != ">" else []
    return re.split(r"::|\s", "".join(kept))[-1]
