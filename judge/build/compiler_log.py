"""Parses the output of nvcc, ptxas and g++ into the facts that a person or a model needs."""

import re

from judge.build.demangle import demangled
from judge.protocol.messages import CompiledKernel

_REMARKS = 12


def ptxas_kernels(said: str) -> "list[CompiledKernel]":
    """A row per entry point from `ptxas -v`: registers, spill bytes (stores + loads), static shared memory."""
    rows: "list[CompiledKernel]" = []
    row: "CompiledKernel | None" = None
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
    """At most twelve remarks of g++'s -fopt-info-vec-all about the candidate's own loops, the most useful ones, without repetition."""
    own = [line for line in notes.splitlines() if line.startswith("kernel.cpp:")]
    missed = [line for line in own if "missed: couldn't vectorize loop" in line]
    optimized = [line for line in own if "optimized: loop vectorized" in line]
    return list(dict.fromkeys([*missed, *optimized]))[:_REMARKS]
