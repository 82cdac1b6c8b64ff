"""The freezer stops and observes a process group: threads in system calls, SIGCONT, and processes that start and end.

The tests are skipped on hosts without a freezer.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from statistics import median

from judge.sandbox import cgroup
from judge.sandbox.freezer import Freezer, NotFrozen
from judge.sandbox.suspension import Suspension

IDLE = "time.sleep(60)"
THREADS = "[threading.Thread(target=time.sleep, args=(60,), daemon=True).start() for _ in range(8)]; time.sleep(60)"
BUSY = "\nwhile True: pass"
FORKS = "\nwhile True:\n    if os.fork() == 0: os._exit(0)\n    os.wait()"
# One thread is almost always inside mmap with MAP_POPULATE. A stop signal takes effect only when that call ends.
IN_A_SYSTEM_CALL = """
libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
place = libc.mmap(None, 400 << 20, 0, 0x22, -1, 0)
while True: libc.mmap(place, 400 << 20, 3, 0x22 | 0x10 | 0x8000, -1, 0)"""
# A child in its own process group. Its parent ends late: the kernel then continues the child if a signal had stopped it.
ORPHANED = """
libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
if os.fork() == 0:
    if os.fork() == 0:
        os.setpgid(0, 0); signal.signal(signal.SIGHUP, signal.SIG_IGN)
        while True: time.sleep(1e-3)
    libc.mmap(None, 400 << 20, 3, 0x22 | 0x8000, -1, 0)
    open("ready", "w").close()
    while not os.path.exists("end"): time.sleep(1e-3)
    os._exit(0)
time.sleep(60)"""


@unittest.skipUnless(cgroup.freezes(), "there are no control groups here, or they have no freezer")
class Frozen(unittest.TestCase):
    def setUp(self):
        self.group = cgroup.group(f"kernelwright-test-{os.getpid()}-{time.monotonic_ns()}")
        self.freezer = Freezer(self.group.path)
        self.addCleanup(self.group.close)
        self.addCleanup(self.freezer.close)
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    @contextlib.contextmanager
    def running(self, program: str):
        """A process of the group that runs the program. It is ended at exit."""
        start = "import ctypes, os, signal, sys, threading, time; open(sys.argv[1], 'w').write('0'); open('started', 'w').close();"
        (self.folder / "started").unlink(missing_ok=True)
        with subprocess.Popen([sys.executable, "-I", "-c", start + program, str(self.group.entry)], cwd=self.folder) as process:
            try:
                self.until((self.folder / "started").exists)
                yield process
            finally:
                self.group.kill()

    def until(self, come) -> None:
        limit = time.monotonic() + 20
        while not come():
            self.assertLess(time.monotonic(), limit)
            time.sleep(1e-3)

    def spent(self, seconds: float = 0.1) -> float:
        """CPU seconds that the group uses in the given number of seconds."""
        before = self.freezer.processor_seconds()
        time.sleep(seconds)
        return self.freezer.processor_seconds() - before

    def test_frozen_processes_use_no_cpu_time(self):
        for program in (BUSY, THREADS, FORKS, IN_A_SYSTEM_CALL):
            with self.subTest(program), self.running(program):
                self.freezer.freeze()
                self.assertEqual(self.spent(), 0.0)
                self.freezer.thaw()
                if program != THREADS:
                    self.until(lambda: self.spent(0.02) > 0.0)

    def test_waiting_or_computing_processes_never_look_late_even_on_a_busy_host(self):
        burners = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2 * (os.cpu_count() or 1))]
        try:
            for program in (THREADS, BUSY):
                with self.subTest(program), self.running(program):
                    for _ in range(20):
                        self.assertLess(self.freezer.freeze(), 0.01)
                        self.freezer.thaw()
                        time.sleep(2e-3)
        finally:
            for each in burners:
                each.kill()
                each.wait()

    def test_a_thread_in_a_long_system_call_is_waited_for_and_seen(self):
        with self.running(IN_A_SYSTEM_CALL):
            late = []
            for _ in range(20):
                late.append(self.freezer.freeze())
                self.freezer.thaw()
                time.sleep(7e-3)
        self.assertGreater(max(late), 0.01)

    def test_the_verdict_on_a_runner_that_keeps_working_reveals_no_duration(self):
        with self.running(IN_A_SYSTEM_CALL) as process:
            suspension = Suspension(process.pid, None, str(self.group.path), True, fault=ValueError)
            self.addCleanup(suspension.close)
            with self.assertRaises(ValueError) as caught:
                for _ in range(50):
                    suspension.stop()
                    suspension.go_on()
                    time.sleep(7e-3)
        self.assertNotRegex(str(caught.exception), r"\d")

    def test_a_trusted_runner_may_end_a_system_call(self):
        with self.running(IN_A_SYSTEM_CALL) as process:
            suspension = Suspension(process.pid, None, str(self.group.path), True, fault=ValueError, trusted=True)
            self.addCleanup(suspension.close)
            for _ in range(50):  # as many as the test above takes to find one that is late
                suspension.stop()
                self.assertTrue(self.freezer.is_still)
                suspension.go_on()
                time.sleep(7e-3)

    def test_a_thaw_tells_the_processor_time_that_watchers_of_the_group_cost(self):
        with self.running(IDLE), contextlib.ExitStack() as opened:

            def thaws(count: int = 9) -> "list[float]":
                found = []
                for _ in range(count):
                    self.freezer.freeze()
                    time.sleep(0.05)  # the kernel tells watchers of one change in 10 ms, and of a second one later
                    found.append(self.freezer.thaw())
                    time.sleep(0.05)
                return found

            plain = thaws()
            files = [opened.enter_context(open(self.group.path / "cgroup.events")) for _ in range(60)]
            for _ in range(600):
                poll = opened.enter_context(select.epoll())
                for file in files:
                    poll.register(file, select.EPOLLPRI)
            self.assertGreater(median(thaws()), 4 * median(plain))

    def test_a_limit_ends_the_wait(self):
        with self.running(IN_A_SYSTEM_CALL), self.assertRaises(NotFrozen):
            for _ in range(50):
                self.freezer.freeze(0.005)
                self.freezer.thaw()
                time.sleep(7e-3)

    def test_neither_a_signal_nor_the_end_of_a_group_leader_continues_it(self):
        with self.running(ORPHANED):
            self.until((self.folder / "ready").exists)
            (self.folder / "end").touch()
            time.sleep(5e-3)
            self.freezer.freeze()
            for pid in self.group.processes():
                os.kill(pid, signal.SIGCONT)
            self.assertEqual(self.spent(0.3), 0.0)

    def test_all_threads_of_all_processes_are_pinned(self):
        core = {min(os.sched_getaffinity(0))}
        with self.running("os.fork();" + THREADS) as process:
            self.until(lambda: len(self.group.processes()) == 2)
            suspension = Suspension(process.pid, None, str(self.group.path), True)
            self.addCleanup(suspension.close)
            suspension.stop()
            suspension.keep_to(core)
            threads = [int(each) for pid in self.group.processes() for each in os.listdir(f"/proc/{pid}/task")]
            self.assertEqual({frozenset(os.sched_getaffinity(each)) for each in threads}, {frozenset(core)})

    def test_processes_that_were_killed_or_have_ended_count_as_stopped(self):
        with self.running(IDLE):
            self.freezer.freeze()
            threading.Timer(0.05, self.group.kill).start()
            self.until(lambda: not self.group.processes())
        self.assertTrue(self.freezer.is_still)
        self.group.close()
        self.assertEqual(self.freezer.freeze(), 0.0)
        self.freezer.thaw()


if __name__ == "__main__":
    unittest.main()
