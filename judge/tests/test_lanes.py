"""Which device a job is sent to, and that CPU timing and noise keep apart. No GPU needed: devices are names here."""

import contextlib
import threading
import time
import unittest

from judge.lanes import Device, Lanes


class Choice(unittest.TestCase):
    def setUp(self):
        self.lanes = Lanes(["0", "GPU-77"])

    def sent(self, stack: contextlib.ExitStack, *held: str) -> str:
        """Sends a job that is answered at the end of the stack; sessions of its task are open on the `held` devices."""
        return stack.enter_context(self.lanes.device("cuda", lambda device: device.visible in held)).visible

    def test_jobs_spread_over_all_gpus(self):
        with contextlib.ExitStack() as stack:
            self.assertEqual(sorted(self.sent(stack) for _ in range(4)), ["0", "0", "GPU-77", "GPU-77"])

    def test_a_free_gpu_that_knows_the_task_is_preferred_and_a_busy_one_is_not_waited_for(self):
        with contextlib.ExitStack() as stack:
            self.assertEqual([self.sent(stack, "GPU-77"), self.sent(stack, "GPU-77")], ["GPU-77", "0"])

    def test_an_answered_job_frees_its_gpu(self):
        for _ in range(3):
            with contextlib.ExitStack() as stack:
                self.assertEqual(self.sent(stack, "GPU-77"), "GPU-77")

    def test_a_process_sees_its_own_gpu_alone(self):
        with self.lanes.device("cuda", lambda _: False) as gpu, self.lanes.device("cpu", lambda _: False) as cpu:
            self.assertEqual((gpu.environment, cpu.environment), ({"CUDA_VISIBLE_DEVICES": "0"}, {}))

    def test_two_gpus_are_measured_on_at_once_and_one_is_not(self):
        with self.lanes.device("cuda", lambda _: False) as one, self.lanes.device("cuda", lambda _: False) as other:
            with self.lanes.measuring(one):
                self.assertTrue(self.lanes.measuring(other).acquire(blocking=False))
                self.assertFalse(self.lanes.measuring(one).acquire(blocking=False))


class Silence(unittest.TestCase):
    def test_timing_on_the_cpu_waits_for_noise_to_end(self):
        lanes, order = Lanes([]), []

        def timed() -> None:
            with lanes.timing(Device("cpu")):
                order.append("timed")

        with lanes.noise("cpu"):
            waiting = threading.Thread(target=timed)
            waiting.start()
            waiting.join(0.2)
            order.append("noise ends")
        waiting.join(10)
        self.assertEqual(order, ["noise ends", "timed"])


class Recorded:
    """A runner that writes down what it is told."""

    def __init__(self):
        self.told = []

    def stop(self):
        self.told.append("stop")

    def go_on(self):
        self.told.append("go on")


class Bystanding(unittest.TestCase):
    def test_runners_stand_still_while_another_is_timed_and_those_that_join_then_as_well(self):
        device, early, late, gone = Device("cpu"), Recorded(), Recorded(), Recorded()
        lanes = Lanes([])
        with device.bystanders.joined(gone):
            pass
        with device.bystanders.joined(early), contextlib.ExitStack() as joined:
            with lanes.timing(device):
                joined.enter_context(device.bystanders.joined(late))
                self.assertEqual((early.told, late.told), (["stop"], ["stop"]))
                time.sleep(0.01)
                within = device.bystanders.seconds
            after = device.bystanders.seconds
            self.assertEqual((early.told, late.told, gone.told), (["stop", "go on"], ["stop", "go on"], []))
        self.assertTrue(0.01 <= within <= after == device.bystanders.seconds)


if __name__ == "__main__":
    unittest.main()
