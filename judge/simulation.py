"""Instructions and cache misses of a passing C++ candidate, by callgrind's simulation, where the processor's own counters
(`processor_counters`) cannot be had, as in many virtual machines. The server's side.

What the candidate's library was called with in one call of the model is called again by a small driver, on zeros and with one thread,
built for AVX2 (callgrind knows no AVX-512, and counts a load of each value where one is fused with
arithmetic). Confined as a runner; advisory. Calls that hand over indices are left out: zeros are none.
"""

import contextlib
import re
import shutil
import time

from . import limits
from .aliasing import freed_loops
from .errors import Failure
from .isolation import Folder

_SLOW_DOWN = 50  # of a simulated call
_COMPILE = ["g++", "-c", "-O3", "-march=haswell", "-mno-fma", "-fopenmp", "-ffast-math", "-fPIC", "-std=c++17", "kernel.cpp", "-o", "kernel.o"]
_LINK = ["g++", "-fopenmp", "driver.cpp", "kernel.o", "-o", "driver", "-lmvec", "-lm"]
_SIMULATE = ["valgrind", "--tool=callgrind", "--cache-sim=yes", "--collect-atstart=no", "--callgrind-out-file=callgrind.out"]
_COUNTED = {"instructions", "accesses", "firstMisses", "lastMisses"}
_ONE_THREAD = {"OMP_NUM_THREADS": "1"}
_ZEROS = "static void* zeros(size_t size) { size = (size + 127) / 64 * 64; return memset(aligned_alloc(64, size), 0, size); }"  # where torch's own begin
_END_BYTES, _KEPT_CHARS = 1 << 16, 1 << 14


def simulated(source: str, native: "list[tuple[str, list]]", profile: dict) -> dict:
    """The profile with instructions, accesses and cache misses of one call, where the processor did not count all of them itself, or with
    a note why they are not known, and with the loops that only possible aliasing keeps from being vectorized."""
    started, counted = time.monotonic(), _COUNTED <= set(profile["processor"])
    values, note, raw = {}, "" if counted else _objection(native, profile), ""
    if not note and not counted:
        with contextlib.closing(Folder()) as folder:
            try:
                raw = _run(folder, source, native)
                values = totals(raw)
                note = "" if values else "the call could not be built or ended early in the simulation"
            except Failure as failure:
                note = f"the simulation took longer than {failure.fields['limitSeconds']:g} s"
    counting = {"by": "processor" if counted else "callgrind" if values else "none", "seconds": time.monotonic() - started, "note": note, "raw": raw if values else ""}
    remarks = [*freed_loops(source, profile["remarks"]), *profile["remarks"]]
    return {**profile, "processor": {**profile["processor"], **values}, "remarks": remarks, "counting": counting}


def totals(written: str) -> dict:
    """What callgrind's file sums up: {} where it has no totals. Misses are of the first and of the last level of cache."""
    names, sums = [re.search(rf"^{key}: (.+)$", written, re.M) for key in ("events", "totals")]
    if not names or not sums:
        return {}
    counts = (int(each) for each in sums[1].split() if re.fullmatch(r"\d{1,15}", each))
    of = {name: next(counts, 0) for name in names[1].split()}  # zeros at the end are left out
    if not of.get("Ir") or not {"Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw"} <= set(of):
        return {}
    return {"instructions": of["Ir"], "accesses": of["Dr"] + of["Dw"], "firstMisses": of["D1mr"] + of["D1mw"], "lastMisses": of["DLmr"] + of["DLmw"]}


def _objection(native: "list[tuple[str, list]]", profile: dict) -> str:
    """Why a call cannot be simulated; empty where it can."""
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    arguments = [argument for _name, each in native for argument in each]
    if not native:
        return "no function of the candidate's library was called"
    if any(argument[0] == "tensor" and not argument[3] for argument in arguments):
        return "a function was given integers to work on, which the simulation does not have"
    seconds = sum(row["us"] for row in profile["kernels"]) * max(1.0, profile["processor"]["busyThreads"]) / 1e6
    return f"a call of {seconds:.2g} s of processor time takes too long to simulate" if seconds * _SLOW_DOWN > limits.COUNTING else ""


def _run(folder: Folder, source: str, native: "list[tuple[str, list]]") -> str:
    """The head and end of what callgrind wrote; empty where the driver could not be built, or did not come to its end."""
    folder.add("kernel.cpp", source)
    folder.add("driver.cpp", driver(native))
    toggles = [f"--toggle-collect={name}" for name in dict.fromkeys(name for name, _arguments in native)]
    for command in (_COMPILE, _LINK, [*_SIMULATE, *toggles, "./driver"]):
        status, _words = folder.run(command, "profile", limits.COUNTING, env=_ONE_THREAD)
        if status != 0:
            return ""
    lines = folder.read("callgrind.out", _END_BYTES, _END_BYTES).splitlines()
    return "\n".join(line for line in lines if re.match(r"(events|summary|totals|cmd|desc): ?", line))[:_KEPT_CHARS]


def driver(native: "list[tuple[str, list]]") -> str:
    """A program that makes these calls on zeros; tensors at the same address share their room."""
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
    return "\n".join(["#include <cstdint>", "#include <cstdlib>", "#include <cstring>", _ZEROS, *heads, "int main() {", *room, *calls, "  return 0;", "}", ""])
