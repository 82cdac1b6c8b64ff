"""What the sanitizers' reports say, and one access out of bounds that no output shows."""

import contextlib
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from judge.device.evaluation import Stopwatch
from judge.profile import sanitizers
from judge.profile.sanitizer_report import is_summed_up, of_compute_sanitizer, of_gxx
from judge.protocol.errors import Failure
from judge.sandbox.workdir import Folder
from judge.suite import fixtures

from .support import ask_shared_patiently

_GXX = """=================================================================
==17079==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6210008058a0 at pc 0x7fb8d4ab5408
READ of size 4 at 0x6210008058a0 thread T2
    #0 0x7fb8d4ab5407 in f._omp_fn.0 /tmp/x/kernel.cpp:5
    #1 0x7fb8edc1b4bd in gomp_thread_start (/torch/lib/libgomp.so.1+0x1b4bd)
kernel.cpp:9:14: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
"""
_TORCHS = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x62\nREAD of size 4 at 0x62 thread T0\n    #0 0x7f in at::native::copy (/torch/lib/libtorch_cpu.so+0x1)\n"
_MEMCHECK = """========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at softmax_kernel(const float *, float *, long)+0x3d0 in /x/kernel.cu:11
=========     by thread (0,0,0) in block (63,0,0)
=========     Address 0x7f is out of bounds
=========
========= Program hit cudaErrorUnknown (error 999) due to "unknown error" on CUDA API call to cudaFree.
========= ERROR SUMMARY: 2 errors
"""
_RACECHECK = """========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at softmax_kernel(const float *, float *, long)+0x440 in /x/kernel.cu:13
=========     and Read access at softmax_kernel(const float *, float *, long)+0x460 in /x/kernel.cu:14 [992 hazards]
=========
========= Warning: Race reported between Write access at helper()+0x10 in /x/kernel.cu:20
=========     and Read access at helper()+0x30 in /x/kernel.cu:21 [256 hazards]
========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)
"""
# Of a kernel whose persistent blocks order these accesses by mbarriers and the thread that loads (H100, compute-sanitizer 2025.3, shortened). One
# more bar.sync before the write leaves no hazard.
_MBARRIER = """========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at void gemm_kernel<(int)0>(GemmArgs)+0x28d0 in kernel.cu:398
=========     and Read access at void gemm_kernel<(int)0>(GemmArgs)+0x2950 in kernel.cu:403 [64128 hazards]
========= RACECHECK SUMMARY: 2 hazards displayed (2 errors, 0 warnings)
"""
_INITCHECK = "========= Uninitialized __global__ memory read of size 4 bytes\n=========     at f()+0x10 in /x/kernel.cu:7\n"


class Reports(unittest.TestCase):
    def test_an_address_error_decides_and_undefined_behaviour_is_a_note(self):
        found = of_gxx(_GXX)
        self.assertEqual([(each.line, each.decides) for each in found], [(5, True), (9, False)])
        self.assertEqual(found[0].text("\n\n\n\n    out[i] = x[i];\n"), "heap-buffer-overflow, a read of 4 bytes, at line 5: out[i] = x[i];")

    def test_an_error_in_a_library_is_no_finding(self):
        self.assertEqual(of_gxx(_TORCHS), [])

    def test_memcheck_and_racecheck_decide_also_by_races_within_a_warp(self):
        self.assertEqual([(each.what, each.line, each.decides) for each in of_compute_sanitizer("memcheck", _MEMCHECK)], [("Invalid __global__ read of size 4 bytes", 11, True)])
        self.assertEqual([(each.line, each.decides) for each in of_compute_sanitizer("racecheck", _RACECHECK)], [(13, True), (20, True)])

    def test_a_race_decides_nothing_in_a_library_with_an_order_of_its_own(self):
        self.assertEqual([each.decides for each in of_compute_sanitizer("racecheck", _MBARRIER)], [True])
        self.assertEqual([(each.line, each.decides) for each in of_compute_sanitizer("racecheck", _MBARRIER, has_own_order=True)], [(398, False)])
        self.assertEqual([each.decides for each in of_compute_sanitizer("memcheck", _MEMCHECK, has_own_order=True)], [True])

    def test_a_tool_that_was_never_attached_gives_no_summary(self):
        self.assertTrue(is_summed_up(_MEMCHECK) and is_summed_up(_RACECHECK))
        self.assertFalse(is_summed_up("========= COMPUTE-SANITIZER\n========= Error: Target application terminated before first instrumented API call\n"))

    def test_other_tools_give_notes(self):
        self.assertEqual([(each.line, each.decides) for each in of_compute_sanitizer("initcheck", _INITCHECK)], [(7, False)])

    def test_what_no_sanitizer_wrote_is_no_finding(self):
        for said in ("", "=========", "\0" * 99, "=" * 4000, "========= Error\n" * 99, "ERROR: AddressSanitizer: kernel.cpp:"):
            self.assertEqual((of_gxx(said), of_compute_sanitizer("memcheck", said)), ([], []))


class Races(unittest.TestCase):
    def open(self, job: dict, inputs: "Path | None") -> "list[str]":
        work: Any = SimpleNamespace(target="cuda", job=job)
        return sanitizers.sanitized(work, {"kernel.cu": ""}, None, inputs)[1]

    def unproven(self, ran: "list[str]", findings: list, required: "list[str]") -> "list[str]":
        work: Any = SimpleNamespace(target="cuda", job={"require": required})
        with mock.patch.object(sanitizers, "_by_cuda", return_value=(ran, findings, "")):
            return sanitizers.sanitized(work, {"kernel.cu": ""}, None, Path("inputs"))[1]

    def test_a_race_that_does_not_decide_is_unproven(self):
        [race] = of_compute_sanitizer("racecheck", _MBARRIER, has_own_order=True)
        self.assertEqual(self.unproven(["racecheck"], [("racecheck", race)], []), ["race"])
        self.assertEqual(self.unproven([], [("racecheck", race)], []), ["race"])
        self.assertEqual(self.unproven(["racecheck", "initcheck"], [("initcheck", each) for each in of_compute_sanitizer("initcheck", _INITCHECK)], []), [])

    def test_a_required_race_check_must_have_run(self):
        self.assertEqual(self.unproven(["memcheck"], [], ["race"]), ["race"])
        self.assertEqual(self.unproven(["racecheck"], [], ["race"]), [])
        self.assertEqual(self.unproven(["memcheck"], [], []), [])
        for lost in (OSError("no space"), Failure(status="timeout")):
            with mock.patch.object(sanitizers, "_by_cuda", side_effect=lost):
                self.assertEqual(self.open({"require": ["race"]}, Path("inputs")), ["race"])
        self.assertEqual(self.open({"require": ["race"]}, None), ["race"])
        self.assertEqual(self.open({}, None), [])


_TOOL = """#!/bin/sh
touch ready
while [ ! -e go ]; do sleep 0.01; done
echo "$2"
touch done
"""


class OneTurn(unittest.TestCase):
    def test_all_tools_are_ready_when_their_one_turn_on_the_device_begins(self):
        folders: "list[Folder]" = []
        ready_at: "list[list[bool]]" = []

        @contextlib.contextmanager
        def turn() -> Iterator[None]:
            ready_at.append([(folder.path / "ready").exists() for folder in folders])
            yield

        def fill(folder: Folder) -> None:
            folder.add("tool", _TOOL)
            (folder.path / "tool").chmod(0o755)
            folders.append(folder)

        work: Any = SimpleNamespace(target="cuda", host={"memoryBytes": 1 << 40}, watch=Stopwatch(), device=SimpleNamespace(environment={}, measuring=turn()))
        told = sanitizers._told_by(work, "./tool", fill)
        self.assertEqual(ready_at, [[True] * 4])
        self.assertEqual(told, {tool: (True, f"{tool}\n") for tool in ("memcheck", "racecheck", "initcheck", "synccheck")})


class Promotion(unittest.TestCase):
    def test_a_read_beyond_the_input_is_a_crash_with_its_line(self):
        [fixture] = [each for each in fixtures.load("accidents", "cpu") if each.name == "beyond_input"]
        [reply] = ask_shared_patiently([fixture.job()]).values()
        verdict = reply["verdict"]
        self.assertEqual((verdict["status"], verdict.get("stage")), ("crashed", "profile"), verdict)
        self.assertIn("next = row[c + 1];", verdict["problem"])


if __name__ == "__main__":
    unittest.main()
