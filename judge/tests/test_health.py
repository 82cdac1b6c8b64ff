"""Decides who caused a GPU to run out of memory, from the driver library's figures. A fake library replaces the GPU."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from .support import ROOT

_LIBRARY = """
#include <cstdio>
#include <cstdlib>
struct Memory { unsigned long long total, free, used; };
extern "C" {
int nvmlInit_v2() { return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned, void** device) { *device = nullptr; return 0; }
int nvmlDeviceGetMemoryInfo(void*, Memory* memory) {
  FILE* file = fopen(getenv("USED_GIB"), "r");
  unsigned long long used = 0;
  if (!file || fscanf(file, "%llu", &used) != 1) return 1;
  fclose(file);
  *memory = {100ull << 30, (100 - used) << 30, used << 30};
  return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, void*) { *count = 0; return 0; }
int nvmlDeviceGetClockInfo(void*, int kind, unsigned* rate) { *rate = kind == 1 ? 1500 : 2600; return 0; }
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) { *reasons = 0x1 | 0x4 | 0x40; return 0; }
}
"""
# Others hold OTHERS GiB of 100, the candidate HELD until it is killed.
_EXAMINE = """
import os, pathlib
from types import SimpleNamespace
from judge.protocol.errors import Broken, Failure, Rejected
from judge.server.recovery import examine
used = pathlib.Path(os.environ["USED_GIB"])
used.write_text(str(OTHERS + HELD))
runner = SimpleNamespace(pid=1, kill=lambda: used.write_text(str(OTHERS)))
try:
    work = SimpleNamespace(device=SimpleNamespace(visible="0"), watch=SimpleNamespace(latest="start"))
    examine(ERROR, work, SimpleNamespace(alive=True), runner)
    print("no fault")
except Failure as failure:
    print(failure.fields["status"], failure.fields["stage"], failure.fields["problem"])
"""


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source = Path(cls.folder.name, "nvml.cpp")
        source.write_text(_LIBRARY)
        subprocess.run(["g++", "-shared", "-fPIC", str(source), "-o", str(Path(cls.folder.name, "libnvidia-ml.so.1"))], check=True, timeout=120)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def program(self, text: str) -> str:
        """The output of a Python program that finds the stand-in library."""
        env = {**os.environ, "LD_LIBRARY_PATH": self.folder.name, "USED_GIB": str(Path(self.folder.name, "used"))}
        done = subprocess.run([sys.executable, "-c", text], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
        return done.stdout.strip() or done.stderr

    def examined(self, others: int, held: int, error: str) -> str:
        return self.program(_EXAMINE.replace("OTHERS", str(others)).replace("HELD", str(held)).replace("ERROR", error))

    def test_clocks_are_read_with_the_reasons_that_hold_them_down(self):
        found = self.program("from judge.device.nvml import Gpu; print(Gpu('0').clocks())")
        self.assertEqual(found, "{'smMhz': 1500, 'memoryMhz': 2600, 'held': ['power cap', 'thermal, by hardware']}")

    def test_a_candidate_that_held_most_of_the_free_memory_is_to_blame(self):
        for error in ("Broken('the oracle failed: out of memory')", "Rejected('out of memory: the buffers', 'make them smaller')"):
            self.assertRegex(self.examined(50, 45, error), "^crashed start it held 45 of the 50 GiB")

    def test_a_candidate_that_held_at_most_its_share_is_not_to_blame(self):
        self.assertEqual(self.examined(70, 10, "Broken('the oracle failed: out of memory')"), "no fault")


if __name__ == "__main__":
    unittest.main()
