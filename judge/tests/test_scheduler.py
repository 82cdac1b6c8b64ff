"""The device scheduler: the device of each job, and exclusive CPU timing. Devices are only names here."""

import contextlib
import io
import os
import tempfile
import threading
import time
import unittest
from unittest import mock

from judge.device.access import Device
from judge.device.turn import Turn
from judge.server.scheduler import Scheduler


class Choice(unittest.TestCase):
    def setUp(self):
        self.scheduler = Scheduler(["0", "GPU-77"])

    def sent(self, stack: contextlib.ExitStack, *held: str) -> str:
        """Sends a job that gets its answer when the stack closes. Sessions of its task are open on the `held` devices."""
        return stack.enter_context(self.scheduler.device("cuda", lambda device: device.visible in held)).visible

    def test_jobs_spread_over_all_gpus(self):
        with contextlib.ExitStack() as stack:
            self.assertEqual(sorted(self.sent(stack) for _ in range(4)), ["0", "0", "GPU-77", "GPU-77"])

    def test_a_free_gpu_with_an_open_session_is_preferred_over_waiting_for_a_busy_one(self):
        with contextlib.ExitStack() as stack:
            self.assertEqual([self.sent(stack, "GPU-77"), self.sent(stack, "GPU-77")], ["GPU-77", "0"])

    def test_an_answered_job_frees_its_gpu(self):
        for _ in range(3):
            with contextlib.ExitStack() as stack:
                self.assertEqual(self.sent(stack, "GPU-77"), "GPU-77")

    def test_a_process_sees_only_its_own_gpu(self):
        with self.scheduler.device("cuda", lambda _: False) as gpu, self.scheduler.device("cpu", lambda _: False) as cpu:
            self.assertEqual((gpu.environment, cpu.environment), ({"CUDA_VISIBLE_DEVICES": "0"}, {}))

    def test_two_gpus_are_timed_in_parallel_and_one_gpu_is_not(self):
        with self.scheduler.device("cuda", lambda _: False) as one, self.scheduler.device("cuda", lambda _: False) as other:
            with one.measuring, other.measuring:
                self.assertTrue(waits(one.measuring))


    def test_two_judges_of_a_host_take_turns_on_the_cpu_unless_their_times_do_not_matter(self):
        for at_once, taken in (("", True), ("0", True), ("1", False)):
            with mock.patch.dict(os.environ, {"KERNELWRIGHT_CPU_AT_ONCE": at_once, "TMPDIR": self.enterContext(tempfile.TemporaryDirectory())}), mock.patch.object(tempfile, "tempdir", None):
                mine, theirs = Device("cpu"), Device("cpu")
                with mine.measuring, contextlib.redirect_stderr(io.StringIO()):
                    self.assertEqual(waits(theirs.measuring), taken)

    def test_two_judges_of_a_host_take_turns_on_one_gpu(self):
        mine, theirs, elsewhere = Turn("GPU-tested"), Turn("GPU-tested"), Turn("GPU-other")
        with mine, contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertFalse(waits(elsewhere))
            self.assertTrue(waits(theirs))
        self.assertEqual(said.getvalue().count("another judge measures on this device"), 1)
        self.assertFalse(waits(theirs))


def waits(turn: Turn) -> bool:
    """Whether a thread that wants the turn still waits after 0.2 s. It ends once the turn is free."""
    thread = threading.Thread(target=lambda: turn.__enter__() or turn.__exit__(), daemon=True)
    thread.start()
    thread.join(0.2)
    return thread.is_alive()


class Silence(unittest.TestCase):
    def test_cpu_timing_waits_until_noisy_work_has_ended(self):
        device, order = Device("cpu"), []

        def timed() -> None:
            with device.timing():
                order.append("timed")

        with device.noise():
            waiting = threading.Thread(target=timed)
            waiting.start()
            waiting.join(0.2)
            order.append("noise ends")
        waiting.join(10)
        self.assertEqual(order, ["noise ends", "timed"])


class Recorded:
    """A runner that records its commands."""

    def __init__(self):
        self.told = []

    def stop(self):
        self.told.append("stop")

    def go_on(self):
        self.told.append("go on")


class Bystanding(unittest.TestCase):
    def test_all_other_runners_including_new_ones_are_stopped_during_timing(self):
        device, early, late, gone = Device("cpu"), Recorded(), Recorded(), Recorded()
        with device.bystanders.joined(gone):
            pass
        with device.bystanders.joined(early), contextlib.ExitStack() as joined:
            with device.timing():
                joined.enter_context(device.bystanders.joined(late))
                self.assertEqual((early.told, late.told), (["stop"], ["stop"]))
                time.sleep(0.01)
                within = device.bystanders.seconds
            after = device.bystanders.seconds
            self.assertEqual((early.told, late.told, gone.told), (["stop", "go on"], ["stop", "go on"], []))
        self.assertTrue(0.01 <= within <= after == device.bystanders.seconds)


if __name__ == "__main__":
    unittest.main()
