"""Counters of the hardware: what ncu is asked for and what becomes of its table, and the processor's own counters of another process."""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from judge import counters, processor_counters
from judge.counting import given_for
from judge.surroundings import root

_TABLE = (Path(__file__).parent / "ncu.csv").read_text()  # of an H200, ncu 2025.3.1, most columns left out


class Counting(unittest.TestCase):
    PROFILE = {"kernels": [{"name": "copy16(float4 const*, float4*, long)", "calls": 1, "us": 120.0, "share": 0.9}, {"name": "other(int)", "calls": 1, "us": 1.0, "share": 0.01}]}

    def test_only_kernels_that_take_time_are_replayed_and_by_their_bare_names(self):
        command = counters._ncu({"kernels": [*self.PROFILE["kernels"], {"name": "void at::native::sum_kernel<float, 4>(float*)", "calls": 2, "us": 9.0, "share": 0.09}]})
        self.assertEqual(command[command.index("--kernel-name") + 1], "regex:^(copy16|sum_kernel)$")
        self.assertEqual(command[command.index("--clock-control") + 1], "none")

    def test_counters_go_to_the_kernel_of_their_name_and_the_table_is_kept(self):
        table = _TABLE.replace("copy16(const float4 *, float4 *, long)", "_Z6copy16PK6float4PS_l")
        found = counters._with(self.PROFILE, table, "unused", 3.0)
        self.assertAlmostEqual(found["kernels"][0]["counters"]["dramShare"], 0.863, 3)
        self.assertNotIn("counters", found["kernels"][1])
        self.assertEqual({"by": "ncu", "note": "", "raw": table, "seconds": 3.0}, found["counting"])

    def test_without_a_table_the_reason_is_told_and_the_profile_stays(self):
        said = "==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters"
        with patch.object(counters, "_refused", []):
            found = counters._with(self.PROFILE, "", counters._error(said), 1.0)
            self.assertEqual(found["kernels"], self.PROFILE["kernels"])
            self.assertEqual(found["counting"]["by"], "none")
            self.assertIn("ERR_NVGPUCTRPERM", found["counting"]["note"])

    def test_refusals_in_a_row_end_counting_for_a_while_only_and_what_a_candidate_printed_is_none(self):
        host = {"ncu": "available"}
        with patch.object(counters, "_refused", []) as refused:
            for _ in range(3):
                counters._with(self.PROFILE, "", "ERR_NVGPUCTRPERM, says the candidate", 1.0)
            self.assertTrue(counters.available(host))
            for _ in range(3):
                self.assertTrue(counters.available(host))
                counters._with(self.PROFILE, "==ERROR== ERR_NVGPUCTRPERM", "", 1.0)
            self.assertFalse(counters.available(host))
            refused[-1] -= counters._FORGOTTEN
            self.assertTrue(counters.available(host))


class Given(unittest.TestCase):
    JOB = {"counters": True, "target": "cuda", "candidate": {"files": []}}
    HOST = SimpleNamespace(host=lambda: {"ncu": "available"})

    def test_what_a_session_gave_outlives_the_session(self):
        with tempfile.TemporaryDirectory(dir=root()) as folder:
            Path(folder, "state.pt").write_bytes(b"parameters")
            given = given_for(self.HOST, self.JOB, SimpleNamespace(alive=True, given=lambda: Path(folder)))
        self.assertEqual((given / "state.pt").read_bytes(), b"parameters")
        shutil.rmtree(given)

    def test_a_session_that_cannot_give_costs_the_candidate_nothing(self):
        def full():
            raise OSError("no space left")

        for session in (SimpleNamespace(alive=True, given=full), SimpleNamespace(alive=False)):
            self.assertIsNone(given_for(self.HOST, self.JOB, session))


class ProcessorCounters(unittest.TestCase):
    def test_another_process_is_counted_from_outside_and_only_during_the_act(self):
        touch = "import sys; sys.stdin.readline(); b = bytearray(40 << 20); b[::4096] = b'1' * 10240; print('done', flush=True); sys.stdin.readline()"
        with subprocess.Popen([sys.executable, "-c", touch], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            def act():
                child.stdin.write(b"\n")
                child.stdin.flush()
                child.stdout.readline()

            counts = processor_counters.counted(child.pid, act)
            idle = processor_counters.counted(child.pid, lambda: None)
            child.stdin.close()
        if "faults" not in counts:
            self.skipTest("this host lets the judge's user open no counters")
        self.assertTrue(10_200 < counts["faults"] < 12_000, counts)
        self.assertLess(idle["faults"], 100)

    def test_of_a_process_that_is_gone_nothing_is_counted(self):
        with subprocess.Popen([sys.executable, "-c", ""]) as child:
            pass
        self.assertEqual(processor_counters.counted(child.pid, lambda: None), {})

    def test_an_event_that_never_got_a_counter_is_absent_and_not_zero(self):
        for times, value in (((7, 100, 0), None), ((0, 0, 0), 0.0), ((7, 100, 50), 14.0)):
            here, there = os.pipe()
            os.write(there, struct.pack("QQQ", *times))
            self.assertEqual(processor_counters._value(here), value)
            for end in (here, there):
                os.close(end)

    def test_what_cannot_be_opened_is_absent(self):
        with patch.object(processor_counters, "_EVENTS", {"nothing": [(1, 1 << 40)], "half": [(1, 2), (1, 1 << 40)]}):
            self.assertEqual(processor_counters.counted(os.getpid(), lambda: None), {})


if __name__ == "__main__":
    unittest.main()
