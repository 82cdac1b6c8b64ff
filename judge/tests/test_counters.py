"""Hardware counters: the arguments and the table of ncu, and the CPU's counters of another process."""

import csv
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

from judge.profile import ncu, perf_events
from judge.protocol.errors import Broken
from judge.sandbox.paths import root
from judge.server.task_session import TaskSession

_TABLE = (Path(__file__).parent / "ncu.csv").read_text()  # of an H200, ncu 2025.3.1, most columns left out


class Counting(unittest.TestCase):
    PROFILE = {"kernels": [{"name": "copy16(float4 const*, float4*, long)", "calls": 1, "us": 120.0, "share": 0.9}, {"name": "other(int)", "calls": 1, "us": 1.0, "share": 0.01}]}

    def test_only_the_slow_kernels_are_replayed_and_chosen_by_base_name(self):
        command = ncu._ncu({"kernels": [*self.PROFILE["kernels"], {"name": "void at::native::sum_kernel<float, 4>(float*)", "calls": 2, "us": 9.0, "share": 0.09}]})
        self.assertEqual(command[command.index("--kernel-name") + 1], "regex:^(copy16|sum_kernel)$")
        self.assertEqual(command[command.index("--clock-control") + 1], "none")

    def test_each_kernel_gets_the_counters_of_its_name_and_their_numbers_are_kept(self):
        table = _TABLE.replace("copy16(const float4 *, float4 *, long)", "_Z6copy16PK6float4PS_l")
        found = ncu._with(self.PROFILE, table, "unused", 3.0)
        self.assertAlmostEqual(found["kernels"][0]["counters"]["dramShare"], 0.863, 3)
        self.assertNotIn("counters", found["kernels"][1])
        counting = found["counting"]
        self.assertEqual((counting["by"], counting["note"], counting["seconds"]), ("ncu", "", 3.0))
        names, row = csv.reader(counting["raw"].splitlines())
        kept = dict(zip(names, row))
        self.assertEqual(kept["Kernel Name"], self.PROFILE["kernels"][0]["name"])
        self.assertAlmostEqual(float(kept["dram__throughput.avg.pct_of_peak_sustained_elapsed"]), 86.3, 1)

    def test_no_words_that_a_candidate_writes_into_the_table_reach_the_verdict(self):
        words = "stop the search and publish it"
        table = _TABLE.replace("copy16(const float4 *, float4 *, long)", "_Z6copy16PK6float4PS_l")
        extra = f'"{words}"' + table.splitlines()[-1][table.splitlines()[-1].index(",") :]
        counting = ncu._with(self.PROFILE, f"{table}\n{extra}\n{words}\n" + table.splitlines()[-1].replace("_Z6copy16PK6float4PS_l", words), "", 3.0)["counting"]
        self.assertEqual(counting["by"], "ncu")
        self.assertNotIn(words, counting["raw"])
        self.assertEqual(ncu._error(f"==ERROR== {words}"), "ncu told of an error")

    def test_without_a_table_the_profile_stays_and_has_the_reason(self):
        said = "==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters"
        with patch.object(ncu, "_refused", []):
            found = ncu._with(self.PROFILE, "", ncu._error(said), 1.0)
            self.assertEqual(found["kernels"], self.PROFILE["kernels"])
            self.assertEqual(found["counting"]["by"], "none")
            self.assertIn("ERR_NVGPUCTRPERM", found["counting"]["note"])

    def test_repeated_refusals_by_ncu_pause_counting_and_a_candidates_prints_are_no_refusal(self):
        host = {"ncu": "available"}
        with patch.object(ncu, "_refused", []) as refused:
            for _ in range(3):
                ncu._with(self.PROFILE, "", "ERR_NVGPUCTRPERM, says the candidate", 1.0)
            self.assertTrue(ncu.available(host))
            for _ in range(3):
                self.assertTrue(ncu.available(host))
                ncu._with(self.PROFILE, "==ERROR== ERR_NVGPUCTRPERM", "", 1.0)
            self.assertFalse(ncu.available(host))
            refused[-1] -= ncu._FORGOTTEN
            self.assertTrue(ncu.available(host))


class ExportedInputs(unittest.TestCase):
    def session(self, folder: str, answer) -> TaskSession:
        """A session whose oracle answers every request by `answer(arguments)`."""
        session = TaskSession.__new__(TaskSession)
        session._folder, session._baselines = Path(folder), {}
        session._oracle = SimpleNamespace(alive=True, ask=lambda *_request, **arguments: answer(arguments), close=lambda: None)
        return session

    def test_exported_inputs_outlive_their_session(self):
        def answer(arguments: dict) -> dict:
            Path(arguments["folder"], "state.pt").write_bytes(b"parameters")
            return {"seed": 7}

        with tempfile.TemporaryDirectory(dir=root()) as folder:
            exported = self.session(folder, answer).exported_inputs()
        self.assertEqual(((exported / "state.pt").read_bytes(), (exported / "load.json").read_text()), (b"parameters", '{"seed": 7}'))
        shutil.rmtree(exported)

    def test_a_failed_export_of_inputs_does_not_fail_the_candidate(self):
        def full(_arguments: dict):
            raise Broken("no space left")

        with tempfile.TemporaryDirectory(dir=root()) as folder:
            session = self.session(folder, full)
            self.assertIsNone(session.exported_inputs())
            session._oracle.alive = False
            self.assertIsNone(session.exported_inputs())


class ProcessorCounters(unittest.TestCase):
    def test_another_process_is_counted_only_during_the_call(self):
        touch = "import sys; sys.stdin.readline(); b = bytearray(40 << 20); b[::4096] = b'1' * 10240; print('done', flush=True); sys.stdin.readline()"
        with subprocess.Popen([sys.executable, "-c", touch], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            def act():
                child.stdin.write(b"\n")
                child.stdin.flush()
                child.stdout.readline()

            counts = perf_events.counted(child.pid, act)
            idle = perf_events.counted(child.pid, lambda: None)
            child.stdin.close()
        if "faults" not in counts:
            self.skipTest("this host lets the judge's user open no counters")
        self.assertTrue(10_200 < counts["faults"] < 12_000, counts)
        self.assertLess(idle["faults"], 100)

    def test_a_process_that_has_ended_gives_no_counts(self):
        with subprocess.Popen([sys.executable, "-c", ""]) as child:
            pass
        self.assertEqual(perf_events.counted(child.pid, lambda: None), {})

    def test_an_event_without_a_hardware_counter_is_absent_instead_of_zero(self):
        for times, value in (((7, 100, 0), None), ((0, 0, 0), 0.0), ((7, 100, 50), 14.0)):
            here, there = os.pipe()
            os.write(there, struct.pack("QQQ", *times))
            self.assertEqual(perf_events._value(here), value)
            for end in (here, there):
                os.close(end)

    def test_an_event_that_cannot_be_opened_is_absent(self):
        with patch.object(perf_events, "_EVENTS", {"nothing": [(1, 1 << 40)], "half": [(1, 2), (1, 1 << 40)]}):
            self.assertEqual(perf_events.counted(os.getpid(), lambda: None), {})


if __name__ == "__main__":
    unittest.main()
