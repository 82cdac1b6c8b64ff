"""Counts instructions and cache misses of a passing C++ candidate by callgrind's simulation. Runs in the server.

It serves hosts without processor counters (`perf_events`), such as many virtual machines. A small driver repeats the native calls of one
model call, on zeros and with one thread. The code is built for AVX2, because callgrind lacks AVX-512 and counts fused loads separately. The
driver is confined like a runner. The result is advisory, because the candidate's code runs in the process that is counted. Calls with indices are skipped, because zeros are wrong indices.
"""

import contextlib
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from typing import TypedDict

from judge.build import gxx
from judge.profile.alias_probe import freed_loops
from judge.protocol import limits
from judge.protocol.errors import Failure
from judge.protocol.messages import Counting, Profile
from judge.protocol.oracle_messages import NativeCall
from judge.sandbox.workdir import Folder

_SLOW_DOWN = 50  # of a simulated call
_SIMULATE = ["valgrind", "--tool=callgrind", "--cache-sim=yes", "--collect-atstart=no", "--callgrind-out-file=callgrind.out"]
_COUNTED = {"instructions", "accesses", "firstMisses", "lastMisses"}
_ONE_THREAD = {"OMP_NUM_THREADS": "1"}
_ZEROS = "static void* zeros(size_t size) { size = (size + 127) / 64 * 64; return memset(aligned_alloc(64, size), 0, size); }"  # where torch's own begin
_EVENTS = ("Ir", "Dr", "Dw", "I1mr", "D1mr", "D1mw", "ILmr", "DLmr", "DLmw")
_MOST_BYTES, _SAID_BYTES = 1 << 22, 1 << 16
_PROGRAM = "driver"


class Simulated(TypedDict, total=False):
    """Counts of one call. `accesses` are those of the candidate's own code."""

    instructions: int
    accesses: int
    firstMisses: int
    lastMisses: int


def simulated(source: str, native: "list[NativeCall]", profile: Profile) -> Profile:
    """The profile with instructions, accesses and cache misses of one call, and the loops that only possible aliasing keeps scalar.

    The simulation is skipped if the processor counted everything itself. A note says why counts are missing. `profile` has a `processor`.
    """
    assert "processor" in profile
    started, counted = time.monotonic(), _COUNTED <= set(profile["processor"])
    values: Simulated = {}
    note, raw = "" if counted else _objection(native, profile), ""
    if not note and not counted:
        with contextlib.closing(Folder()) as folder:
            try:
                written, note = _run(folder, source, native)
                values, raw = totals(written), _table(written)
                note = note or ("" if values else "the simulation wrote no counts")
            except Failure:
                note = f"the simulation took longer than {limits.COUNTING:g} s"
    counting: Counting = {"by": "processor" if counted else "callgrind" if values else "none", "seconds": time.monotonic() - started, "note": note, "raw": raw if values else ""}
    remarks = [*freed_loops(source, profile["remarks"]), *profile["remarks"]]
    return {**profile, "processor": {**profile["processor"], **values}, "remarks": remarks, "counting": counting}


def totals(written: str) -> Simulated:
    """The counts in callgrind's file. Misses are of the first and of the last level of cache."""
    names, sums = [re.search(rf"^{key}: (.+)$", written, re.M) for key in ("events", "totals")]
    if not names or not sums:
        return {}
    of = _costs(names[1].split(), sums[1])
    if not of.get("Ir") or not {"Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw"} <= set(of):
        return {}
    accesses = sum(costs["Dr"] + costs["Dw"] for costs in _own(written, names[1].split()))
    return {"instructions": of["Ir"], "accesses": accesses, "firstMisses": of["D1mr"] + of["D1mw"], "lastMisses": of["DLmr"] + of["DLmw"]}


def _own(written: str, names: "list[str]") -> "Iterator[dict[str, int]]":
    """The costs of the candidate's own functions, line by line, without those of the functions that they call.

    Functions of libraries are left out. Their accesses say little about the candidate's loops. Where libmvec multiplies and adds a vector from
    memory, callgrind counts each access eightfold (exp: 57 reads per 8 values instead of 15).
    """
    paths: "dict[str, str]" = {}
    is_own = is_call = False
    for line in written.splitlines():
        place = re.match(r"(c?)ob=(\(\d+\))(?: (.+))?", line)
        if place:  # a path is written once, then its number stands for it
            path = paths.setdefault(place[2], place[3] or "")
            is_own = path.rpartition("/")[2] == _PROGRAM if not place[1] else is_own
        costs = re.match(r"(?:[+-]?\d+|\*) (.+)", line)
        if costs and is_own and not is_call:
            yield _costs(names, costs[1])
        is_call = line.startswith("calls=")  # the costs in the next line are the callee's


def _costs(names: "list[str]", written: str) -> "dict[str, int]":
    """The costs by event. Zeros at the end are not written."""
    counts = (int(each) for each in written.split() if re.fullmatch(r"\d{1,15}", each))
    return {name: next(counts, 0) for name in names}


def _table(written: str) -> str:
    """The total of each event that callgrind knows. The file lies in the candidate's folder, so none of its words are kept."""
    names, sums = [re.search(rf"^{key}: (.+)$", written, re.M) for key in ("events", "totals")]
    of = _costs(names[1].split(), sums[1]) if names and sums else {}
    return "\n".join(f"{name}: {of[name]}" for name in _EVENTS if name in of)


def _objection(native: "list[NativeCall]", profile: Profile) -> str:
    """The reason why a call cannot be simulated. Empty if it can."""
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    arguments = [argument for _name, each in native for argument in each]
    if not native:
        return "no function of the candidate's library was called"
    if any(argument[0] == "tensor" and not argument[3] for argument in arguments):
        return "a function was given integers to work on, which the simulation does not have"
    seconds = sum(row["us"] for row in profile["kernels"]) * max(1.0, profile["processor"]["busyThreads"] if "processor" in profile else 1.0) / 1e6
    return f"a call of {seconds:.2g} s of processor time takes too long to simulate" if seconds * _SLOW_DOWN > limits.COUNTING else ""


def _run(folder: Folder, source: str, native: "list[NativeCall]") -> "tuple[str, str]":
    """Callgrind's output, and the reason why there is none. The driver must say a secret word after its last call: it then came to its own end."""
    word = secrets.token_hex(16)
    folder.add("kernel.cpp", source)
    folder.add("driver.cpp", driver(native, word))
    toggles = [f"--toggle-collect={name}" for name in dict.fromkeys(name for name, _arguments in native)]
    for command in (gxx.compile_command(architecture=gxx.NO_AVX512), gxx.link_program_command("driver.cpp", _PROGRAM), [*_SIMULATE, *toggles, f"./{_PROGRAM}"]):
        status, said = folder.run(command, "profile", limits.COUNTING, _SAID_BYTES, env=_ONE_THREAD, cpu=True)
        if status != 0:
            return "", "the call could not be built or ended early in the simulation"
    if word not in said:
        return "", "the simulated program did not come to its own end"
    return folder.read("callgrind.out", _MOST_BYTES), ""


def driver(native: "list[NativeCall]", word: str = "") -> str:
    """The source of a program that makes these calls on zeros and then says `word`. Tensors with equal addresses share their memory."""
    sizes: "dict[int, int]" = {}
    for _name, arguments in native:
        for argument in arguments:
            if argument[0] == "tensor":
                sizes[argument[1]] = max(sizes.get(argument[1], 0), argument[2])
    rooms = {address: f"room{at}" for at, address in enumerate(sizes)}
    types = {"tensor": "void*", "null": "void*", "int": "int64_t", "float": "float"}
    declared = {name: ", ".join(types[argument[0]] for argument in arguments) for name, arguments in native}
    values = {"tensor": lambda one: rooms[one[1]], "null": lambda _one: "nullptr", "int": lambda one: f"INT64_C({one[1]})", "float": lambda one: f"(float){one[1]!r}"}
    calls = [f"  {name}({', '.join(values[argument[0]](argument) for argument in arguments)});" for name, arguments in native]
    heads = [f'extern "C" int {name}({given});' for name, given in declared.items()]
    room = [f"  void* {rooms[address]} = zeros({size});" for address, size in sizes.items()]
    return "\n".join(["#include <cstdint>", "#include <cstdio>", "#include <cstdlib>", "#include <cstring>", _ZEROS, *heads, "int main() {", *room, *calls, f'  return puts("{word}") < 0;', "}", ""])
