"""Candidates cannot escape the sandbox, and runners leave nothing behind. The tests are skipped unless the judge is root."""

import contextlib
import errno
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from judge.sandbox import reaper, watchdog, workdir
from judge.sandbox.workdir import Folder
from .support import RIGHT_HOWEVER_BUSY, Running, evaluation, processes, python_only, sweep

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
attempt("a System V segment, which outlives it", lambda: call(29, 0, 4096, 0o600))
attempt("a System V queue, which outlives it", lambda: call(68, 0, 0o600))
attempt("a System V semaphore, which outlives it", lambda: call(64, 0, 1, 0o600))
attempt("a message queue, which outlives it", lambda: call(240, b"kernelwright", os.O_CREAT | os.O_RDWR, 0o600, None))
attempt("an internet socket", lambda: socket.socket(socket.AF_INET))
attempt("a vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
attempt("a Unix socket, which may connect to one of the host", lambda: socket.socket(socket.AF_UNIX))
attempt("a datagram pair, which may send to one of the host", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
attempt("a watch on files of others", lambda: libc.inotify_init1(0) >= 0)
attempt("a timer that wakes while it is frozen", lambda: libc.timerfd_create(1, 0) >= 0)
attempt("an alarm while it is frozen", lambda: signal.setitimer(signal.ITIMER_REAL, 100))
for each in ("/sys/fs/cgroup", "/sys/fs", "/sys/kernel/debug", "/sys/kernel/tracing", "/sys"):
    attempt("list " + each, lambda each=each: os.listdir(each))
for name in ("cgroup.events", "unified/cgroup.events", "cgroup.procs", "unified/cgroup.procs"):
    attempt("read the control groups' " + name, lambda name=name: open("/sys/fs/cgroup/" + name).read())
attempt("list /tmp", lambda: os.listdir("/tmp"))
attempt("write to /tmp", lambda: open("/tmp/kernelwright-leak", "w"))
attempt("write to /var/tmp", lambda: open("/var/tmp/kernelwright-leak", "w"))
for each in ("/etc/passwd", "/etc/hostname", "/proc/1/cmdline", f"/proc/{os.getppid()}/cmdline", "/proc/cmdline", "/proc/sys/kernel/hostname", "/var/lib/dpkg/status"):
    attempt("read " + each, lambda each=each: open(each).read())
for each in ("/etc", "/opt", "/proc", "/run", "/var/lib"):
    attempt("list " + each, lambda each=each: os.listdir(each))
attempt("read another's arguments in a process of its own", lambda: subprocess.run(["cat", f"/proc/{os.getppid()}/cmdline"], check=False).returncode == 0)
attempt("write a number of the kernel's", lambda: open("/proc/sys/vm/swappiness", "r+"))
attempt("list its folder's parent", lambda: os.listdir(".."))
attempt("read parameters that are not there", lambda: not open("state.pt", "rb").read(1))
attempt("write into the parameters, which others are given too", lambda: open("state.pt", "r+b"))
attempt("make the parameters writable", lambda: os.chmod("state.pt", 0o666))
attempt("become root again", lambda: os.setuid(0))
attempt("a core dump", lambda: __import__("resource").getrlimit(4) != (0, 0))
socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a program of its own may need one
for each in ("/sys/devices/system/cpu/online", "/sys/kernel/mm/transparent_hugepage/enabled"):
    if os.path.exists(each): open(each).read()
trusted = [name for name in sys.modules if name.startswith("judge.") and name.split(".")[1] not in ("runner", "wire")]
if trusted or any("judge" in path for path in sys.path if path != os.getcwd()):
    done.append("import of the judge's trusted half")
for fd in os.listdir("/proc/self/fd"):
    name = os.path.realpath(f"/proc/self/fd/{fd}")
    if int(fd) > 3 and "/proc/" not in name:
        done.append(f"descriptor {fd}: {name}")
open("/dev/shm/left-by-candidate-" + str(os.getuid()), "w").write("left behind")
"""
ASKS = "if done: raise RuntimeError('could do: ' + ', '.join(done))\n" + RIGHT
# It acts when it gets its parameters: the judge then writes those files once more.
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

    def test_every_known_way_out_of_the_sandbox_is_closed(self):
        verdict = self.judge.ask(sweep(evaluation("tries", python_only(ASKS, TRIES))))
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        self.assertEqual(verdict["isolation"]["level"], "L3")

    def test_what_a_candidate_leaves_in_shared_memory_is_wiped(self):
        self.judge.ask(sweep(evaluation("leaves", python_only(RIGHT, TRIES))))
        self.assertEqual(list(Path("/dev/shm").glob("left-by-candidate-*")), [])

    def test_a_candidates_system_v_objects_are_removed_and_those_of_others_stay(self):
        uid, other = 1_234_567, 1_234_568
        make = "import ctypes; libc = ctypes.CDLL(None); assert min(libc.shmget(0, 4096, 0o600), libc.semget(0, 1, 0o600), libc.msgget(0, 0o600)) >= 0"
        for each in (uid, other):
            subprocess.run([sys.executable, "-c", make], user=each, group=each, extra_groups=[], check=True)
        self.addCleanup(reaper.wipe_shared, other)
        reaper.wipe_shared(uid)
        left = [Path("/proc/sysvipc", kind).read_text().split() for kind in ("shm", "sem", "msg")]
        self.assertEqual([(str(uid) in table, str(other) in table) for table in left], [(False, True)] * 3)

    def test_what_a_profiler_starts_under_the_file_filter_reads_no_other_process(self):
        look = "import os\nprint('started')\ntry:\n    print(open(f'/proc/{os.getppid()}/status').read(5))\nexcept PermissionError:\n    print('refused')"
        profiler = "import subprocess, sys; print(open('/proc/1/comm').read()[:0] + 'reads'); sys.exit(subprocess.run(sys.argv[1:]).returncode)"
        with contextlib.closing(Folder()) as folder:
            command = [sys.executable, "-I", "-c", profiler, *folder.narrowed([sys.executable, "-I", "-c", look])]
            process = folder.spawn(command, traced=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            said = process.communicate(timeout=60)[0]
        self.assertEqual(sorted(said.split()), ["reads", "refused", "started"])

    def test_a_process_whose_name_is_no_text_is_still_seen(self):
        uid = 1_234_569
        rename = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'\\xff\\xfe', 0, 0, 0); print(flush=True); time.sleep(99)"
        process = subprocess.Popen([sys.executable, "-c", rename], user=uid, group=uid, extra_groups=[], stdout=subprocess.PIPE)
        with process, contextlib.ExitStack() as at_end:
            at_end.callback(process.kill)
            process.stdout.readline()
            self.assertGreater(watchdog.held_by_user({uid})[uid], 1 << 20)
            self.assertEqual(reaper.processes_of(uid), [process.pid])

    def test_errors_of_the_host_are_not_the_candidates(self):
        with contextlib.closing(Folder()) as folder, mock.patch("os.open", side_effect=OSError(errno.EMFILE, "Too many open files")), self.assertRaises(OSError):
            folder.add("model_new.py", "")

    def test_folders_of_one_judge_have_different_users(self):
        with mock.patch.object(workdir, "probed", return_value=({}, (1_234_570, 1_234_573))), contextlib.ExitStack() as closing:
            users = [closing.enter_context(contextlib.closing(Folder())).uid for _ in range(3)]
        self.assertEqual(sorted(users), [1_234_570, 1_234_571, 1_234_572])

    def test_folders_nested_deeper_than_the_recursion_limit_are_removed(self):
        top = Path(tempfile.mkdtemp())
        nest = "import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(2 * sys.getrecursionlimit()):\n    os.mkdir('deeper')\n    os.chdir('deeper')"
        subprocess.run([sys.executable, "-c", nest, str(top)], check=True)
        reaper.remove(top)
        self.assertFalse(top.exists())

    def test_links_in_a_candidates_folder_do_not_redirect_what_the_judge_writes_there(self):
        verdict = self.judge.ask(sweep(evaluation("links", python_only(RIGHT, IN_THE_WAY))))
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        self.assertFalse(Path("/tmp/kernelwright-target").exists())

    def test_a_fork_server_that_dies_is_replaced(self):
        before = self.judge.ask(sweep(evaluation("before", python_only(RIGHT))))
        for pid in (int(line.split()[0]) for line in processes(self.judge.process.pid)):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # what was left of the candidate may end meanwhile
                if f"PPid:\t{self.judge.process.pid}\n" in Path(f"/proc/{pid}/status").read_text():
                    os.kill(pid, signal.SIGKILL)
        self.judge.ask(sweep(evaluation("at-once", python_only(RIGHT))))  # the first attempt may still meet the dead server
        after = self.judge.ask(sweep(evaluation("after", python_only(RIGHT))))
        for verdict in (before, after):
            self.assertIn(verdict.get("status"), RIGHT_HOWEVER_BUSY, verdict)


if __name__ == "__main__":
    unittest.main()
