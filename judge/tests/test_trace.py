"""The launch trace is whole or raises an error, and the oracle refuses a time without one. A small library stands in for CUPTI."""

import ctypes
import struct
import subprocess
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from judge.oracle.runner_link import claims
from judge.oracle.runner_link.self_reports import SelfReports
from judge.protocol.errors import Failure
from judge.runner import trace
from judge.runner.trace import Trace

# It hands over the records that a test sets, as CUPTI does: in a buffer that the tracer provides, at a flush.
CUPTI = """
#include <stdint.h>
#include <string.h>
typedef void (*Asked)(uint8_t**, size_t*, size_t*);
typedef void (*Filled)(void*, uint32_t, uint8_t*, size_t, size_t);
static Asked asked; static Filled filled; static size_t at;
uint32_t version = 18, last = 12; size_t dropped = 0, count = 0; uint8_t records[8][160];
int cuptiGetVersion(uint32_t* found) { *found = version; return 0; }
int cuptiActivityRegisterCallbacks(Asked a, Filled f) { asked = a; filled = f; return 0; }
int cuptiActivityEnable(int kind) { return kind != 10; }
int cuptiActivityDisable(int kind) { return kind != 10; }
int cuptiActivityFlushAll(uint32_t flag) {
  uint8_t* buffer; size_t size, most;
  asked(&buffer, &size, &most);
  memcpy(buffer, records, count * 160);
  at = 0;
  filled(0, 0, buffer, size, count * 160);
  return 0;
}
int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, uint8_t** record) {
  if (at * 160 >= valid) return last;
  *record = buffer + 160 * at++;
  return 0;
}
int cuptiActivityGetNumDroppedRecords(void* context, uint32_t stream, size_t* found) { *found = dropped; return 0; }
"""
NAME = ctypes.create_string_buffer(b"_Z4turnPKfPf")


def record(kind: int = 10, launch: int = 7, start: int = 1000, end: int = 3000, threads: int = 256, shift: int = 0) -> bytes:
    """A record as CUpti_ActivityKernel4 lays it out. `shift`: bytes by which another layout moves all fields."""
    fields = bytearray(160)
    struct.pack_into("I", fields, 0, kind)
    struct.pack_into("H", fields, 6 + shift, 40)
    struct.pack_into("QQ", fields, 16 + shift, start, end)
    struct.pack_into("6i", fields, 52 + shift, 128, 1, 1, threads, 1, 1)
    struct.pack_into("2i", fields, 76 + shift, 0, 4096)
    struct.pack_into("I", fields, 92 + shift, launch)
    struct.pack_into("Q", fields, 104 + shift, ctypes.addressof(NAME))
    return bytes(fields)


class Traced(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = str(Path(folder.name, "libcupti.so"))
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", cls.path], input=CUPTI.encode(), check=True)
        cls.library = ctypes.CDLL(cls.path)

    def kernels(self, *records: bytes, version: int = 18, dropped: int = 0, last: int = 12):
        for name, kind, value in (("version", ctypes.c_uint32, version), ("last", ctypes.c_uint32, last), ("dropped", ctypes.c_size_t, dropped), ("count", ctypes.c_size_t, len(records))):
            kind.in_dll(self.library, name).value = value
        ctypes.memmove((ctypes.c_uint8 * 1280).in_dll(self.library, "records"), b"".join(records), 160 * len(records))
        return Trace(self.path).kernels(lambda: None)

    def test_a_whole_trace_counts_kernels_and_launches(self):
        rows, counted = self.kernels(record(), record(launch=8, end=5000, threads=512), record(launch=8), record(kind=1))
        self.assertEqual(counted, [3, 2])
        self.assertEqual(rows, [("_Z4turnPKfPf", 3, 8.0, [128, 512, 40, 4096])])
        self.assertEqual(self.kernels(), ([], [0, 0]))

    def test_an_incomplete_trace_raises_an_error(self):
        for why, records, how in (
            ("CUPTI dropped 3 records", [record()], {"dropped": 3}),
            ("ended with status 8", [record()], {"last": 8}),
            ("CUPTI has version 9; install version 10 or later", [record()], {"version": 9}),
        ):
            with self.subTest(why), self.assertRaisesRegex(OSError, why):
                self.kernels(*records, **how)

    def test_records_of_another_layout_raise_an_error(self):
        for other in (record(shift=8), record(shift=4), record(threads=0), record(threads=4096), record(start=5000)):
            with self.assertRaisesRegex(OSError, "unknown layout"):
                self.kernels(record(), other)

    def test_a_missing_library_raises_an_error(self):
        with self.assertRaises(OSError):
            Trace("/nowhere/libcupti.so")


class Launches(unittest.TestCase):
    """What the oracle makes of the counts [kernels, launches] of ten single calls, and of the same calls in a row."""

    @staticmethod
    def check(single: "list[int]", chained: "list[int]") -> None:
        SelfReports._check_launches([single] * 10, chained)

    def test_calls_that_launch_more_for_some_values_are_compared_with_themselves(self):
        SelfReports._check_launches([[9, 9], [3, 3], [2, 2], [2, 2]], [16, 16])
        with self.assertRaisesRegex(Failure, "fewer kernels"):
            SelfReports._check_launches([[2, 2], [3, 3], [2, 2], [9, 9]], [8, 8])

    def profiled(self, launches) -> dict:
        """The profile of a runner with four input sets, whose calls launch `launches(first set, number of sets)` kernels."""
        ran = []

        class Traced:
            def kernels(self, act):
                before = len(ran)
                act()
                return [], [sum(ran[before:])] * 2

        runner = types.SimpleNamespace(first=0, cuda=True, call=lambda message: ran.append(launches(message["first"], message["sets"])))
        with mock.patch.object(trace, "Trace", Traced):
            return trace.profile(runner, 4)

    def test_a_first_call_that_does_the_work_of_all_has_fewer_launches_in_a_row(self):
        done = []

        def looks_ahead(first: int, sets: int) -> int:
            """The first call after a call on another set does the work of all four."""
            done[:] = [] if len(done) >= 4 or sets > 1 else done
            count = 0
            for at in range(first, first + sets):
                count += 1 if done else 4
                done.append(at)
            return count

        found = self.profiled(looks_ahead)
        self.assertEqual((found["launches"], found["chained"]), ([[4, 4], [1, 1], [1, 1], [4, 4]], [7, 7]))
        with self.assertRaisesRegex(Failure, "fewer kernels"):
            SelfReports._check_launches(*claims.launches_of(found, 4))

    def test_what_a_first_call_on_new_values_compiles_is_not_counted(self):
        seen = set()

        def compiles(first: int, sets: int) -> int:
            new = {at for at in range(first, first + sets)} - seen
            seen.update(new)
            return 2 * sets + 50 * len(new)

        found = self.profiled(compiles)
        self.assertEqual((found["launches"], found["chained"]), ([[2, 2]] * 4, [8, 8]))

    def test_each_input_set_needs_its_own_count(self):
        for launches in ([[3, 2]], [[3, 2]] * 3, [[3, 2], [3, -2]], [[3, 2], 3]):
            with self.subTest(launches=launches), self.assertRaises((ValueError, TypeError)):
                claims.launches_of({"launches": launches, "chained": [6, 4]}, 2)

    def test_a_chain_that_launches_as_much_as_single_calls_passes(self):
        for single, chained in (([3, 2], [30, 20]), ([3, 2], [27, 18]), ([1, 1], [10, 10]), ([3, 2], [40, 40]), ([3, 1], [])):
            self.check(single, chained)

    def test_a_chain_with_fewer_kernels_or_launches_is_refused(self):
        for single, chained in (([3, 2], [26, 20]), ([3, 2], [30, 17]), ([3, 2], [3, 2]), ([1, 1], [1, 1]), ([3, 2], [0, 0])):
            with self.subTest(chained=chained), self.assertRaises(Failure) as caught:
                self.check(single, chained)
            self.assertEqual(caught.exception.fields["status"], "timing_disagrees")
            self.assertIn("fewer kernels", caught.exception.fields["problem"])

    def test_a_single_call_without_a_kernel_is_refused(self):
        for single, chained in (([0, 0], [30, 20]), ([0, 0], []), ([1, 0], []), ([0, 1], [])):
            with self.subTest(single=single, chained=chained), self.assertRaises(Failure) as caught:
                self.check(single, chained)
            self.assertIn("no kernel of a single call", caught.exception.fields["problem"])


if __name__ == "__main__":
    unittest.main()
