"""Parses the output of nvcc, ptxas and g++ into the facts that a person or a model needs."""

import re

from judge.build.demangle import demangled
from judge.build.loop_nesting import Nesting
from judge.protocol.messages import CompiledKernel

_REMARKS = 12
_LOOP_REMARK = re.compile(r"kernel\.cpp:(\d{1,9}):(\d{1,9}): ")


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


def vectorizer_remarks(notes: str, source: str) -> "list[str]":
    """At most twelve remarks of g++'s -fopt-info-vec-all about the loops of `source`, the most useful ones, without repetition.

    A missed loop is left out if it is vectorized in another version, or holds a vectorized loop: g++ vectorizes one loop of a nest.
    """
    found = {line: _LOOP_REMARK.match(line) for line in notes.splitlines()}
    places = {line: (int(place[1]), int(place[2])) for line, place in found.items() if place}
    optimized = [line for line in places if "optimized: loop vectorized" in line]
    missed = [line for line in places if "missed: couldn't vectorize loop" in line]
    nesting = Nesting(source)
    vectorized = nesting.holders([places[line] for line in optimized])
    return [*(line for line in missed if nesting.loop_at(places[line]) not in vectorized), *optimized][:_REMARKS]
