"""The size of a flush of a CPU's caches."""

import os
import unittest
from unittest import mock

from judge.oracle.timing import cache_flush
from judge.oracle.timing.cache_flush import Cache
from judge.protocol.errors import Rejected


class Size(unittest.TestCase):
    def flushed(self, named: str, told: int = 32 << 20) -> int:
        """Bytes of a flush, where a variable names a size and the system tells `told` bytes."""
        with mock.patch.dict(os.environ, {"KERNELWRIGHT_CPU_CACHE_MIB": named}):
            with mock.patch.object(cache_flush, "last_level_bytes", cache_flush.last_level_bytes if named else lambda: told):
                return Cache("cpu")._memory.numel()

    def test_what_the_system_tells_counts_between_64_and_512_mib(self):
        self.assertEqual([self.flushed("", told << 20) >> 20 for told in (32, 100, 1000)], [64, 100, 512])

    def test_a_size_that_the_user_names_may_be_smaller(self):
        self.assertEqual([self.flushed(named) >> 20 for named in ("3", "100", "1000")], [3, 100, 512])

    def test_what_is_no_size_is_refused(self):
        for named in ("0", "-1", "8M"):
            with self.assertRaisesRegex(Rejected, f"KERNELWRIGHT_CPU_CACHE_MIB is '{named}'"):
                self.flushed(named)


if __name__ == "__main__":
    unittest.main()
