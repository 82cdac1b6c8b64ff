"""Fork servers: what a fork finds imported, and what it may not find. The servers import small packages of the test's own."""

import contextlib
import json
import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from judge.device.access import Device
from judge.device.evaluation import Evaluation
from judge.sandbox import zygote_pool
from judge.server.baseline_start import imports_of
from judge.server.bundle import files_of
from judge.server.candidate_process import started
from judge.server.task_session import TaskSession
from judge.wire import packets

from .support import SOFTMAX, evaluation, python_only

HEAVY = """
import os, pathlib
with open(pathlib.Path(__file__).with_name("imported"), "a") as file:
    file.write("once ")
os.environ["SET_BY_IMPORT"] = "1"
"""
POOLED = """
import os, threading
end = threading.Event()
thread = threading.Thread(target=end.wait, daemon=True)
thread.start()
os.register_at_fork(before=lambda: (end.set(), thread.join()))
"""
PACKAGES = {
    "heavy": HEAVY,
    "failing": "import sys; sys.modules['half_done'] = sys; raise ImportError('no such device')",
    "threaded": "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()",
    "opening": "import os; device = os.open('/dev/zero', os.O_RDONLY)",
    "forking": "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'pass'])",
    "other": "",
    "pooled": POOLED,
    "looking": "import ctypes, os, pathlib; looks = os.environ['PYTORCH_NVML_BASED_CUDA_CHECK']\nfor _ in range(3): ctypes.CDLL(pathlib.Path(__file__).with_name('libnvidia-ml.so.1')).nvmlInit()",
}
NVML = """
#include <fcntl.h>
#include <unistd.h>
static int file = -1, begun = 0;
int nvmlInit(void) { if (begun++ == 0) file = open("/dev/zero", O_RDONLY); return 0; }
int nvmlShutdown(void) { if (begun == 0) return 1; if (--begun == 0) close(file); return 0; }
"""
CONFINED = ("NoNewPrivs", "Seccomp", "Seccomp_filters", "CapEff", "CapPrm", "Groups", "Gid")  # of /proc/<pid>/status
HOST = {"torch": "2.13.0", "gpu": None, "threads": 1, "memoryBytes": 8 << 30}
PROGRAM = f"""
import ctypes, json, os, sys
found = [name for name in {[*PACKAGES, 'half_done']} if name in sys.modules]
address = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p).value
judge = sum(os.path.isdir(os.path.join(path, "judge")) for path in sys.path)
print(json.dumps(dict(found=found, address=address, server=os.getppid(), variables=dict(os.environ), judge=judge, threads=len(os.listdir("/proc/self/task")))))
"""


class Forks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, text in PACKAGES.items():
            (self.folder / f"{name}.py").write_text(text)
        (self.folder / "program.py").write_text(PROGRAM)
        root = self.folder / "root"
        root.mkdir()
        self.start = {"env": {"PATH": os.defpath}, "preload": [], "paths": [folder.name], "root": root}
        own = mock.patch.object(zygote_pool, "_nests", {})  # the servers of other tests live on
        own.start()
        self.addCleanup(own.stop)
        self.addCleanup(zygote_pool.close_all)

    def fork(self, imports: str = "") -> dict:
        """What a fork says of itself. Like every runner it has an environment of its own."""
        ours, theirs = packets.pair()
        plan = {"program": str(self.folder / "program.py"), "cwd": str(self.folder), "env": {"OWN": "1"}, "confinement": None}
        with theirs:
            fork = zygote_pool.forked(plan, self.start, theirs, piped=True, imports={"imports": imports, "env": {"OWN": "0"}} if imports else None)
        with fork.stdout:
            said = b"".join(iter(fork.stdout.read, b""))
        self.assertEqual((fork.wait(30), fork.started), (0, True), said)
        ours.close()
        return json.loads(said)

    def test_a_fork_finds_the_imports_of_its_task_done(self):
        found = [self.fork("import heavy")["found"] for _ in range(3)]
        self.assertEqual((found, (self.folder / "imported").read_text()), ([["heavy"]] * 3, "once "))

    def test_a_fork_without_imports_finds_nothing_that_another_one_found(self):
        self.fork("import heavy")
        found = self.fork()
        self.assertEqual((found["found"], found["variables"].get("SET_BY_IMPORT")), ([], None))

    def test_forks_of_both_kinds_have_one_address_layout(self):
        self.assertEqual(self.fork()["address"], self.fork("import heavy")["address"])

    def test_a_fork_has_its_own_environment_and_what_the_imports_set(self):
        variables = self.fork("import heavy")["variables"]
        self.assertEqual((variables["OWN"], variables["SET_BY_IMPORT"]), ("1", "1"))

    def test_imports_that_fail_or_leave_traces_are_left_to_each_process(self):
        outer = self.fork()["server"]
        for name in ("failing", "threaded", "opening"):
            with self.subTest(name):
                found = self.fork(f"import {name}")
                self.assertEqual((found["found"], found["server"], found["threads"]), ([], outer, 1))

    def test_imports_whose_threads_end_before_a_fork_are_done_once(self):
        found = self.fork("import pooled")
        self.assertEqual((found["found"], found["threads"]), (["pooled"], 1))

    def test_imports_that_look_for_a_gpu_are_done_once(self):
        (self.folder / "nvml.c").write_text(NVML)
        subprocess.run(["gcc", "-shared", "-fPIC", "-Wl,-soname,libnvidia-ml.so.1", "nvml.c", "-o", "libnvidia-ml.so.1"], cwd=self.folder, check=True)
        found = self.fork("import looking")
        self.assertEqual((found["found"], found["variables"].get("PYTORCH_NVML_BASED_CUDA_CHECK")), (["looking"], None))

    def test_a_process_that_an_import_left_behind_does_no_harm(self):
        self.assertEqual([self.fork("import forking")["found"] for _ in range(2)], [["forking"]] * 2)

    def test_a_server_whose_forks_have_ended_gives_way_to_another_one(self):
        servers = [self.fork(f"import {name}")["server"] for name in ("heavy", "other")]
        self.assertNotEqual(*servers)
        self.wait_for_end_of(servers[0])
        self.assertTrue(Path(f"/proc/{servers[1]}").exists())
        self.assertTrue(self.start["root"].exists())
        self.assertEqual(self.fork("import heavy")["found"], ["heavy"])

    def test_servers_that_have_ended_are_forgotten(self):
        with mock.patch.object(zygote_pool, "_FORKS", 1):
            self.assertEqual(len({self.fork()["server"] for _ in range(3)}), 3)
            [nest] = zygote_pool._nests.values()
            for server in nest.servers[:-1]:
                server._process.wait(20)
            self.fork()
        self.assertEqual(len(nest.servers), 2)

    def test_all_servers_end_with_the_judge(self):
        servers = [self.fork(imports)["server"] for imports in ("", "import heavy")]
        zygote_pool.close_all()
        for server in servers:
            self.wait_for_end_of(server)

    def wait_for_end_of(self, process: int) -> None:
        until = time.monotonic() + 20
        while Path(f"/proc/{process}").exists():
            self.assertLess(time.monotonic(), until, f"{process} still runs")
            time.sleep(0.01)


class Runners(unittest.TestCase):
    """The real processes of a baseline and of a candidate."""

    @contextlib.contextmanager
    def both(self):
        """A candidate and eager of a task that imports a package."""
        source = f"import jinja2\n{SOFTMAX}"
        session = TaskSession.__new__(TaskSession)
        session._task, session._precision, session._device = {"name": "softmax", "source": source}, "fp32", Device("cpu")
        session._host, session._baselines, session._oracle = HOST, {}, None
        work = Evaluation(evaluation("beside", python_only("return x"), source), Device("cpu"), HOST)
        with contextlib.closing(started(work, files_of(work.job))) as candidate, session.fresh_eager() as eager:
            yield candidate, eager

    def test_a_candidate_never_comes_from_a_server_with_the_imports_of_its_task(self):
        with self.both() as (candidate, eager):
            outer, inner = (int(status(each.pid)["PPid"]) for each in (candidate, eager))
            self.assertNotEqual(outer, inner)
            self.assertEqual(outer, int(status(inner)["PPid"]))

    def test_a_baseline_is_confined_as_a_candidate_is(self):
        with self.both() as pair:
            found = []
            for each in pair:
                each.ready(60)
                own = status(each.pid)
                places = [os.readlink(f"/proc/{each.pid}/ns/net") == os.readlink("/proc/self/ns/net"), os.getsid(each.pid) == each.pid]
                found.append([*(own[name] for name in CONFINED), *places, own["Uid"] == status(os.getpid())["Uid"], len(os.listdir(f"/proc/{each.pid}/fd"))])
            self.assertEqual(*found)


def status(process: int) -> "dict[str, str]":
    """What the kernel tells of a process."""
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())


class ImportsOfTasks(unittest.TestCase):
    def test_the_imports_at_the_beginning_count_if_one_is_of_a_package_that_no_runner_has(self):
        begin = "'''A task.'''\nfrom __future__ import annotations\nimport math, torch\n"
        self.assertEqual(imports_of(f"{begin}from torch import nn\nclass Model(nn.Module): ..."), "")
        self.assertEqual(imports_of(f"{begin}from a.b import c as d\nclass Model: ..."), "from __future__ import annotations\nimport math, torch\nfrom a.b import c as d")

    def test_an_import_after_other_code_may_depend_on_it(self):
        self.assertEqual(imports_of("import os\nos.environ['SIZE'] = '2'\nimport heavy"), "")
        self.assertEqual(imports_of("import heavy\nheavy.setup()\nimport heavier"), "import heavy")

    def test_a_file_that_is_no_python_has_no_imports(self):
        for text in ("import heavy\ndef", "import heavy\0", "(" * 5000):
            self.assertEqual(imports_of(text), "")


if __name__ == "__main__":
    unittest.main()
