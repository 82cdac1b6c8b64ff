"""The cores and caches of a machine."""

import os
import tempfile
import unittest
from pathlib import Path

from judge.device import topology


class Caches(unittest.TestCase):
    def test_data_caches_are_told_and_those_that_the_kernel_does_not_size_are_left_out(self):
        cpu = min(os.sched_getaffinity(0))
        with tempfile.TemporaryDirectory() as folder:
            for at, (kind, level, size) in enumerate([("Data", 1, "32K"), ("Instruction", 1, "32K"), ("Unified", 2, "1024K"), ("Unified", 3, None)]):
                index = Path(folder, f"cpu{cpu}", "cache", f"index{at}")
                index.mkdir(parents=True)
                told = {"type": kind, "level": level, "shared_cpu_map": f"{1 << cpu:x}", **({"size": size} if size else {})}
                for name, text in told.items():
                    (index / name).write_text(f"{text}\n")
            found = topology.caches(Path(folder))
        self.assertEqual(found, [{"level": 1, "bytes": 32 << 10, "cores": 1}, {"level": 2, "bytes": 1 << 20, "cores": 1}])


if __name__ == "__main__":
    unittest.main()
