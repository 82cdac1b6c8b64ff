"""The shared memory between the oracle and a runner is used again where it suffices."""

import unittest

from judge.oracle.runner_link.buffer_memory import HostBuffer, host_buffers, release


class SharedMemory(unittest.TestCase):
    def test_memory_that_is_large_enough_is_used_again(self):
        spare = [HostBuffer(4096), HostBuffer(512)]
        self.addCleanup(release, spare)
        self.assertEqual(list(map(id, host_buffers([4000, 512], spare))), list(map(id, spare)))

    def test_memory_that_is_too_small_is_freed(self):
        for sizes in ([4097, 512], [4096, 513]):
            spare = [HostBuffer(4096), HostBuffer(512)]
            made = host_buffers(sizes, spare)
            self.addCleanup(release, made)
            self.assertEqual([buffer.size for buffer in made], sizes)
            self.assertTrue(all(buffer.bytes is None for buffer in spare))


if __name__ == "__main__":
    unittest.main()
