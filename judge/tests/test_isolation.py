"""What a candidate cannot do however hard it tries, and how runners come and go. Costs nothing where the judge is not root: skipped."""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from .. import remains
from .support import RIGHT_HOWEVER_BUSY, Running, evaluation, processes, python_only

RIGHT = "return torch.softmax(x, dim=1)"
TRIES = """
import ctypes, mmap, os, signal, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
done = []
def attempt(what, action):
    try:
        if action() is not False:
            done.append(what)
    except (OSError, PermissionError):
        pass
def call(number, *arguments):
    return libc.syscall(number, *arguments) >= 0
attempt("trace its parent", lambda: call(101, 16, os.getppid(), 0, 0))
attempt("read its parent", lambda: open(f"/proc/{os.getppid()}/mem", "rb"))
attempt("signal its parent", lambda: os.kill(os.getppid(), 0))
attempt("a user namespace", lambda: call(272, 0x10000000))
attempt("a cloned namespace", lambda: call(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0))
attempt("io_uring", lambda: call(425, 1, ctypes.create_string_buffer(120)))
attempt("a timer that wakes it", lambda: call(222, 1, (ctypes.c_int * 16)(0, 0, signal.SIGCONT), ctypes.create_string_buffer(8)))
attempt("a signal of its own choice for what can be read", lambda: call(72, 0, 10, signal.SIGCONT))
attempt("a signal of its own choice for its parent's end", lambda: call(157, 1, signal.SIGCONT, 0, 0, 0))
attempt("a signal of its own choice for a child's end", lambda: call(56, signal.SIGCONT, 0, 0, 0, 0))
attempt("a System V segment, which outlives it", lambda: call(29, 0, 4096, 0o600))
attempt("a System V queue, which outlives it", lambda: call(68, 0, 0o600))
attempt("a System V semaphore, which outlives it", lambda: call(64, 0, 1, 0o600))
attempt("a message queue, which outlives it", lambda: call(240, b"kernelwright", os.O_CREAT | os.O_RDWR, 0o600, None))
attempt("an internet socket", lambda: socket.socket(socket.AF_INET))
attempt("a vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("list /tmp", lambda: os.listdir("/tmp"))
attempt("write to /tmp", lambda: open("/tmp/kernelwright-leak", "w"))
attempt("write to /var/tmp", lambda: open("/var/tmp/kernelwright-leak", "w"))
attempt("list its folder's parent", lambda: os.listdir(".."))
attempt("read parameters that are not there", lambda: not open("state.pt", "rb").read(1))
attempt("write into the parameters, which others are given too", lambda: open("state.pt", "r+b"))
attempt("make the parameters writable", lambda: os.chmod("state.pt", 0o666))
attempt("become root again", lambda: os.setuid(0))
attempt("a core dump", lambda: __import__("resource").getrlimit(4) != (0, 0))
if "judge" in sys.modules or any("judge" in path for path in sys.path if path != os.getcwd()):
    done.append("import of the judge")
for fd in os.listdir("/proc/self/fd"):
    name = os.path.realpath(f"/proc/self/fd/{fd}")
    if int(fd) > 3 and "/proc/" not in name:
        done.append(f"descriptor {fd}: {name}")
open("/dev/shm/left-by-candidate-" + str(os.getuid()), "w").write("left behind")
"""
ASKS = "if done: raise RuntimeError('could do: ' + ', '.join(done))\n" + RIGHT
# Once it is given its parameters, since the judge is about to write those files once more.
IN_THE_WAY = """
import os
def load(self, state, strict=True):
    for name in ("state.pt", "init.pickle"):
        os.unlink(name)
        os.symlink("/tmp/kernelwright-target", name)
nn.Module.load_state_dict = load
"""


@unittest.skipUnless(os.geteuid() == 0, "a judge that is not root cannot give runners a user of their own")
class Isolation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.judge = Running().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.judge.__exit__()

    def test_a_candidate_gets_out_of_its_sandbox_by_none_of_many_ways(self):
        verdict = self.judge.ask(evaluation("tries", python_only(ASKS, TRIES)))
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        self.assertEqual(verdict["isolation"]["level"], "L3")

    def test_what_a_candidate_leaves_in_shared_memory_is_wiped(self):
        self.judge.ask(evaluation("leaves", python_only(RIGHT, TRIES)))
        self.assertEqual(list(Path("/dev/shm").glob("left-by-candidate-*")), [])

    def test_system_v_memory_semaphores_and_queues_of_a_user_are_removed_and_others_stay(self):
        uid, other = 1_234_567, 1_234_568
        make = "import ctypes; libc = ctypes.CDLL(None); assert min(libc.shmget(0, 4096, 0o600), libc.semget(0, 1, 0o600), libc.msgget(0, 0o600)) >= 0"
        for each in (uid, other):
            subprocess.run([sys.executable, "-c", make], user=each, group=each, extra_groups=[], check=True)
        self.addCleanup(remains.wipe_shared, other)
        remains.wipe_shared(uid)
        left = [Path("/proc/sysvipc", kind).read_text().split() for kind in ("shm", "sem", "msg")]
        self.assertEqual([(str(uid) in table, str(other) in table) for table in left], [(False, True)] * 3)

    def test_folders_in_folders_deeper_than_a_function_can_call_itself_are_removed(self):
        top = Path(tempfile.mkdtemp())
        command = ["sh", "-c", f'cd "$0"; for each in $(seq {2 * sys.getrecursionlimit()}); do mkdir deeper && cd -P deeper || exit 1; done', str(top)]
        self.assertEqual(subprocess.run(command, check=False).returncode, 0)
        remains.remove(top)
        self.assertFalse(top.exists())

    def test_links_in_a_candidates_folder_do_not_redirect_what_the_judge_writes_there(self):
        verdict = self.judge.ask(evaluation("links", python_only(RIGHT, IN_THE_WAY)))
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        self.assertFalse(Path("/tmp/kernelwright-target").exists())

    def test_a_fork_server_that_dies_is_replaced(self):
        before = self.judge.ask(evaluation("before", python_only(RIGHT)))
        for pid in (int(line.split()[0]) for line in processes(self.judge.process.pid)):
            if f"PPid:\t{self.judge.process.pid}\n" in Path(f"/proc/{pid}/status").read_text():
                os.kill(pid, signal.SIGKILL)
        self.judge.ask(evaluation("at-once", python_only(RIGHT)))  # it may still meet what died with the server
        after = self.judge.ask(evaluation("after", python_only(RIGHT)))
        for verdict in (before, after):
            self.assertIn(verdict.get("status"), RIGHT_HOWEVER_BUSY, verdict)


if __name__ == "__main__":
    unittest.main()
