"""Which sessions give way when another task is opened on a device. A scripted session opens while its device has memory left."""

import unittest
from unittest import mock

from judge.device.access import Device
from judge.protocol.errors import Rejected, short_of_memory
from judge.server import sessions


class Scripted:
    """A session that holds a share of its device's memory, 4 in all."""

    held = 0

    def __init__(self, task, _precision, _device, _host):
        self.size, self.alive = task["size"], True
        if Scripted.held + self.size > 4:
            raise short_of_memory(task["name"], "cuda", "4 are left")
        Scripted.held += self.size

    def close(self) -> None:
        Scripted.held -= self.size if self.alive else 0
        self.alive = False


def job_of(name: str, size: int) -> dict:
    return {"task": {"name": name, "source": name, "size": size}, "precision": "fp32"}


class Memory(unittest.TestCase):
    def setUp(self):
        Scripted.held = 0
        patched = mock.patch.object(sessions, "TaskSession", Scripted)
        patched.start()
        self.addCleanup(patched.stop)
        self.sessions, self.device = sessions.Sessions(), Device("cuda", "0")

    def open(self, name: str, size: int, device: "Device | None" = None, alone: bool = False):
        return self.sessions.of(job_of(name, size), device or self.device, {}, alone)

    def judge(self, name: str, size: int, needed: int) -> "list[bool]":
        """Judges a candidate of a task. The oracle needs some memory for it, for a moment. Returns whether each try was alone on the device."""
        tries: "list[bool]" = []

        def act(alone: bool) -> "list[bool]":
            tries.append(alone)
            self.open(name, size, alone=alone)
            if Scripted.held + needed > 4:
                raise short_of_memory(name, "cuda", "4 are left")
            return tries

        self.tries = tries
        return self.sessions.with_room(job_of(name, size), self.device, act)

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

    def test_idle_tasks_give_way_to_a_job_whose_memory_runs_short_after_its_task_was_open(self):
        idle = self.open("idle", 1)
        before = self.open("task", 2)
        self.assertEqual(self.judge("task", 2, needed=2), [False, True])
        self.assertEqual((idle.alive, before.alive, Scripted.held), (False, False, 2))

    def test_a_job_that_has_the_device_alone_and_lacks_memory_is_rejected(self):
        self.open("idle", 1)
        with self.assertRaises(Rejected):
            self.judge("task", 2, needed=3)
        self.assertEqual(self.tries, [False, True])

    def test_a_task_that_cannot_be_opened_is_not_tried_again(self):
        with self.assertRaises(Rejected):
            self.judge("task", 5, needed=0)
        self.assertEqual(self.tries, [False])

    def test_the_tasks_that_a_cpu_keeps_open_are_more_than_those_of_a_gpu(self):
        for target, most in (("cuda", 2), ("cpu", 4)):
            with self.subTest(target):
                Scripted.held = 0
                device = Device(target, "0" if target == "cuda" else None)
                opened = [self.open(f"{target} {at}", 0, device) for at in range(most + 1)]
                self.assertEqual([one.alive for one in opened], [False, *[True] * most])


if __name__ == "__main__":
    unittest.main()
