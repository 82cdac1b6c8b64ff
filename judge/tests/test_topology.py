"""The cores and caches of this machine."""

import os
import unittest

from judge.device import topology


class Caches(unittest.TestCase):
    def test_each_level_is_told_once_and_is_shared_by_cores_of_ours(self):
        found = topology.caches()
        levels = [each["level"] for each in found]
        self.assertEqual(levels, sorted(set(levels)))
        for each in found:
            self.assertGreaterEqual(each["bytes"], 4096)
            self.assertIn(each["cores"], range(1, len(os.sched_getaffinity(0)) + 1))


if __name__ == "__main__":
    unittest.main()
