"""What nvcc, ptxas and g++ print, reduced to what a person or a model needs. Text in, plain data out."""

import re
import shutil
import subprocess

_ERRORS_CHARS = 4000
_FILTER_BYTES, _FILTER_SECONDS, _DEMANGLED_CHARS = 256 << 20, 2, 4000
KERNEL_NAME_CHARS = 300  # of a kernel's name in a profile: rows are matched by it
_REMARKS = 12


def first_errors(said: str) -> str:
    """The first errors with the lines that explain them, as the compiler printed them; warnings and notes are left out."""
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith(("ptxas info", "$"))]
    starts = [at for at, line in enumerate(lines) if re.search(r"\b(error|fatal)\b|undefined reference|cannot find", line)]
    if not starts:
        return said.strip()[:_ERRORS_CHARS]
    chosen = []
    for start in starts[:8]:
        chosen.append(lines[start])
        for line in lines[start + 1 : start + 5]:
            if re.search(r"\b(error|fatal|warning|note)\b", line):
                break
            chosen.append(line)
    return "\n".join(dict.fromkeys(chosen))[:_ERRORS_CHARS]


def ptxas_kernels(said: str) -> "list[dict]":
    """A row per entry point from `ptxas -v`: registers, spill bytes (stores + loads), static shared memory."""
    rows, row = [], None
    for line in said.splitlines():
        entry = re.search(r"Compiling entry function '([^']+)'", line)
        if entry:
            row = {"name": entry[1], "registers": None, "spillBytes": None, "sharedBytes": None}
            rows.append(row)
        if row is None:
            continue
        spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if spills:
            row["spillBytes"] = int(spills[1]) + int(spills[2])
        used = re.search(r"Used (\d+) registers", line)
        if used:
            shared = re.search(r"(\d+)(?:\+\d+)? bytes smem", line)
            row["registers"], row["sharedBytes"] = int(used[1]), int(shared[1]) if shared else 0
    for row, name in zip(rows, demangled([row["name"] for row in rows])):
        row["name"] = name
    return rows


def vectorizer_remarks(notes: str) -> "list[str]":
    """The dozen most useful lines of g++'s -fopt-info-vec-all about the candidate's own loops, each once."""
    own = [line for line in notes.splitlines() if line.startswith("kernel.cpp:")]
    missed = [line for line in own if "missed: couldn't vectorize loop" in line]
    optimized = [line for line in own if "optimized: loop vectorized" in line]
    return list(dict.fromkeys([*missed, *optimized]))[:_REMARKS]


def demangled(names: "list[str]") -> "list[str]":
    """C++ names as people write them; the names as they are where c++filt is missing or does not end: a short name may unfold to gigabytes."""
    if not names or not shutil.which("c++filt"):
        return names
    bounds = ["prlimit", f"--as={_FILTER_BYTES}", f"--cpu={_FILTER_SECONDS}"] if shutil.which("prlimit") else []
    try:
        done = subprocess.run([*bounds, "c++filt"], input="\n".join(names), capture_output=True, text=True, timeout=5 * _FILTER_SECONDS)
    except (subprocess.TimeoutExpired, UnicodeError):
        return names
    found = [name[:_DEMANGLED_CHARS] for name in done.stdout.splitlines()]
    return found if len(found) == len(names) else names
