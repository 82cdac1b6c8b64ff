"""Both ends of the control page in machine code, without a GPU. A child process is the runner. A function of the test stands for the driver's launch."""

import ctypes
import mmap
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import torch

from judge.runner.worker import Runner
from judge.sandbox.page_library import page_library
from judge.wire.control_page import BYTES, END, FORWARDED, NAMED, PAUSE, PLACE_BITS, PLACE_MASK, PLACED, RETURNED, SLOT_BITS
from judge.wire.page_calls import LIBRARY, SOURCE, Late, Named, Names

SLOTS, SIZE = 3, 16  # slots, and bytes of the late inputs of one
VALUES = SLOTS * SIZE
LAUNCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *[ctypes.c_uint] * 7, *[ctypes.c_void_p] * 3)


class Shared:
    """The control page and the late inputs of three slots, in memory that a forked process shares."""

    def __init__(self):
        self.page = memoryview(mmap.mmap(-1, BYTES)).cast("Q")
        self.late, self.truth = memoryview(mmap.mmap(-1, 2 * VALUES)), memoryview(bytearray(range(1, 2 * VALUES + 1)))
        self.names = Names(page_library(), self.page, (self.late, self.truth, VALUES, SIZE))

    def of(self, memory: memoryview, slot: int) -> bytes:
        return b"".join(bytes(memory[start + slot * SIZE : start + (slot + 1) * SIZE]) for start in (0, VALUES))


def runner(shared: Shared, calls: int, status: int, told: bool, found) -> None:
    """Makes `calls` calls. Sends of each: its slot, the launch, the late inputs of all slots at that time, and what it was told."""
    launched = []

    def launch(kernel, blocks, _y, _z, threads, *_more) -> int:
        launched.append((kernel, blocks, threads))
        return status

    late = (Late * SLOTS)(*(Late(100 + at, 1 + at, 256, None) for at in range(SLOTS)))
    kept = LAUNCH(launch)
    named = Named(shared.page, kept, late, page_library())
    try:
        for number in range(1, calls + 1):
            slot = named.slot(number, True)
            place = None
            if told and slot < PAUSE:
                shared.page[FORWARDED] = number
                while shared.page[PLACED] >> PLACE_BITS != number:
                    pass
                place = shared.page[PLACED] & PLACE_MASK
            found.send((slot, list(launched), [shared.of(shared.late, at) for at in range(SLOTS)], place))
            launched.clear()
            shared.page[RETURNED] = number
    except RuntimeError as error:
        found.send(str(error))


class PageCalls(unittest.TestCase):
    def started(self, calls: int, status: int = 0, told: bool = False):
        """The shared memory, and the end of a pipe on which a runner tells its calls."""
        shared, (ours, theirs) = Shared(), multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(target=runner, args=(shared, calls, status, told, theirs), daemon=True)
        process.start()
        self.addCleanup(process.join)
        self.addCleanup(process.kill)
        return shared, ours

    def made(self, shared: Shared, slots: "list[int]", told: "list[int] | None", released: bool = True) -> int:
        calls = shared.names.name(1, slots, told, released)
        waits = 0
        while not shared.names.go_on(calls, 10_000):
            waits += 1
        return waits

    def test_each_call_gets_its_late_inputs_with_its_name(self):
        shared, told = self.started(3)
        self.made(shared, [2, 0, 1], None)
        empty, done = bytes(2 * SIZE), []
        for slot in (2, 0, 1):
            done.append(slot)
            expected = [shared.of(shared.truth, at) if at in done else empty for at in range(SLOTS)]
            self.assertEqual(told.recv(), (slot, [(100 + slot, 1 + slot, 256)], expected, None))

    def test_a_call_is_told_its_upstream_gradients_when_forward_has_returned(self):
        shared, told = self.started(3, told=True)
        self.made(shared, [1, 2, 0], [5, 6, 7])
        self.assertEqual([told.recv()[3] for _ in range(3)], [6, 7, 5])

    def test_calls_to_warm_up_get_no_late_inputs(self):
        shared, told = self.started(1)
        self.made(shared, [1], None, released=False)
        self.assertEqual(told.recv()[2], [bytes(2 * SIZE)] * SLOTS)

    def test_a_silent_runner_lets_the_oracle_look_elsewhere(self):
        shared = Shared()
        calls = shared.names.name(1, [0, 1], None, True)
        for _ in range(3):
            self.assertFalse(shared.names.go_on(calls, 100))
        self.assertEqual(shared.page[NAMED], 1 << SLOT_BITS)
        shared.page[RETURNED] = 1
        self.assertFalse(shared.names.go_on(calls, 100))
        self.assertEqual(shared.page[NAMED], 2 << SLOT_BITS | 1)
        shared.page[RETURNED] = 2
        self.assertTrue(shared.names.go_on(calls, 100))

    def test_pause_and_end_launch_nothing(self):
        for word in (PAUSE, END):
            shared, told = self.started(1)
            shared.page[NAMED] = 1 << SLOT_BITS | word
            self.assertEqual(told.recv()[:2], (word, []))

    def test_the_library_does_not_hide_the_module_beside_which_it_lies(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SOURCE.parents[1] / "wire", Path(folder) / "judge" / "wire")
            shutil.copy(page_library(), Path(folder) / "judge" / "wire" / LIBRARY)
            command = [sys.executable, "-c", "from judge.wire import control_page, page_calls; page_calls.Named(memoryview(bytearray(4096)))"]
            subprocess.run(command, cwd=folder, check=True)

    def test_a_failed_launch_is_an_error(self):
        shared, told = self.started(1, status=1)
        shared.page[NAMED] = 1 << SLOT_BITS
        self.assertEqual(told.recv(), "the late inputs could not be put in place")


class WarmUp(unittest.TestCase):
    def test_late_inputs_and_the_hold_wait_for_the_last_pause(self):
        names, placed, done = iter((1, 1, PAUSE, 1, PAUSE, 0, 2, END)), [], []

        class Late:
            def named(self, _number: int, place: bool) -> int:
                slot = next(names)
                placed.append((slot, place))
                return slot

            def hold(self, opened: int) -> None:
                done.append(f"held {opened}")

        class OnNoDevice(Runner):
            def sync(self) -> None:
                done.append("waited")

        own = OnNoDevice.__new__(OnNoDevice)
        own.torch, own.cuda, own.gradients, own.page = torch, True, None, memoryview(bytearray(BYTES)).cast("Q")
        own.late, own.sets, own.model = Late(), [(0,), (1,), (2,)], lambda slot: done.append(slot) or slot
        own.chain({"ask": "chain", "first": 1, "pauses": 2, "empty": False, "held": 7})
        self.assertEqual(placed, [(1, False), (1, False), (PAUSE, False), (1, False), (PAUSE, False), (0, True), (2, True), (END, True)])
        self.assertEqual(done, [1, 1, "waited", 1, "waited", "held 7", 0, 2, "waited"])
        self.assertEqual(own.outputs, [0, 2])


if __name__ == "__main__":
    unittest.main()
