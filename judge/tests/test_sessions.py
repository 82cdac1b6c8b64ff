"""Which sessions give way when another task is opened on a device. A scripted session opens while its device has memory left."""

import unittest
from unittest import mock

from judge.device.access import Device
from judge.protocol.errors import MEMORY_SHORT, Rejected
from judge.server import sessions


class Scripted:
    """A session that holds a share of its device's memory, 4 in all."""

    held = 0

    def __init__(self, task, _precision, _device, _host):
        self.size, self.alive = task["size"], True
        if Scripted.held + self.size > 4:
            raise Rejected(f"{task['name']}: {MEMORY_SHORT} cuda device has free", "smaller inputs")
        Scripted.held += self.size

    def close(self) -> None:
        Scripted.held -= self.size if self.alive else 0
        self.alive = False


class Memory(unittest.TestCase):
    def setUp(self):
        Scripted.held = 0
        patched = mock.patch.object(sessions, "TaskSession", Scripted)
        patched.start()
        self.addCleanup(patched.stop)
        self.sessions, self.device = sessions.Sessions(), Device("cuda", "0")

    def open(self, name: str, size: int, device: "Device | None" = None):
        return self.sessions.of({"task": {"name": name, "source": name, "size": size}, "precision": "fp32"}, device or self.device, {})

    def test_an_idle_task_gives_way_to_one_that_lacks_memory(self):
        first = self.open("first", 3)
        second = self.open("second", 2)
        self.assertEqual((first.alive, second.alive, Scripted.held), (False, True, 2))

    def test_a_task_that_is_too_large_by_itself_is_rejected(self):
        self.open("first", 1)
        with self.assertRaises(Rejected):
            self.open("second", 5)

    def test_tasks_of_other_devices_stay_open(self):
        other = self.open("other", 1, Device("cuda", "1"))
        first = self.open("first", 2)
        self.open("second", 3)
        self.assertEqual((other.alive, first.alive), (True, False))

    def test_the_tasks_that_a_cpu_keeps_open_are_more_than_those_of_a_gpu(self):
        for target, most in (("cuda", 2), ("cpu", 4)):
            with self.subTest(target):
                Scripted.held = 0
                device = Device(target, "0" if target == "cuda" else None)
                opened = [self.open(f"{target} {at}", 0, device) for at in range(most + 1)]
                self.assertEqual([one.alive for one in opened], [False, *[True] * most])


if __name__ == "__main__":
    unittest.main()
