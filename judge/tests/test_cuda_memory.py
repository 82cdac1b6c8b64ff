"""Device memory that two processes share by a descriptor. A stand-in for the driver, over shared memory, checks every argument.

It has the signatures and the structures of cuda.h (CUDA 13.0). The fixture h12_guessed_handles tries the real driver, on a GPU.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from judge.oracle.runner_link.buffer_memory import DeviceBuffer, device_buffers
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.runner_link.shared_buffers import SharedBuffers
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Gone
from judge.wire import control_page, cuda_memory

from .test_scripted_runner import Runner, laid_out

ROOT = Path(__file__).resolve().parents[2]
_LIBRARY = r"""
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
typedef unsigned long long u64;
typedef struct { int type, id; } Location;
typedef struct { int type, handleTypes; Location location; void *windows; struct { unsigned char compression, rdma; unsigned short usage; unsigned char reserved[4]; } flags; } Properties;
typedef struct { Location location; int flags; } Access;
static const u64 TAG = 7ULL << 32, PAGE = 2 << 20;
static const int DEVICE = 3;
static int handles, ranges, maps;
static int refused(const char *name) {
    const char *which = getenv("REFUSED");
    return which && !strcmp(which, name) ? atoi(getenv("STATUS")) : 0;
}
#define START int status = refused(__func__); if (status) return status
#define NEED(condition) if (!(condition)) return 1
extern "C" {
int standing() { return handles + ranges + maps; }
int cuCtxGetDevice(int *device) { START; *device = DEVICE; return 0; }
static int is_right(const Properties *wanted) {
    static const char none[8] = {0};
    return wanted->type == 1 && wanted->handleTypes == 1 && wanted->location.type == 1 && wanted->location.id == DEVICE && !wanted->windows && !memcmp(&wanted->flags, none, 8);
}
int cuMemGetAllocationGranularity(size_t *granularity, const Properties *wanted, int option) {
    START; NEED(is_right(wanted) && option == 0); *granularity = PAGE; return 0;
}
int cuMemCreate(u64 *handle, size_t size, const Properties *wanted, u64 flags) {
    START; NEED(is_right(wanted) && size && size % PAGE == 0 && !flags);
    int fd = memfd_create("device", MFD_CLOEXEC);
    NEED(fd >= 0 && !ftruncate(fd, size));
    *handle = TAG | (unsigned)fd; handles++; return 0;
}
int cuMemRelease(u64 handle) { NEED((handle & ~0xffffffffULL) == TAG); handles--; return close((int)handle) != 0; }
int cuMemAddressReserve(u64 *address, size_t size, size_t alignment, u64 hint, u64 flags) {
    START; NEED(size % PAGE == 0 && !alignment && !hint && !flags);
    void *found = mmap(0, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    NEED(found != MAP_FAILED); *address = (u64)found; ranges++; return 0;
}
int cuMemAddressFree(u64 address, size_t size) { ranges--; return munmap((void *)address, size) != 0; }
int cuMemMap(u64 address, size_t size, size_t offset, u64 handle, u64 flags) {
    START; struct stat about;
    NEED((handle & ~0xffffffffULL) == TAG && !offset && !flags && !fstat((int)handle, &about) && (u64)about.st_size >= size);
    NEED(mmap((void *)address, size, PROT_NONE, MAP_SHARED | MAP_FIXED, (int)handle, 0) != MAP_FAILED); maps++; return 0;
}
int cuMemSetAccess(u64 address, size_t size, const Access *access, size_t count) {
    START; NEED(count == 1 && access->location.type == 1 && access->location.id == DEVICE && access->flags == 3);
    return mprotect((void *)address, size, PROT_READ | PROT_WRITE) != 0;
}
int cuMemUnmap(u64 address, size_t size) {
    maps--; return mmap((void *)address, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED;
}
int cuMemExportToShareableHandle(void *shared, u64 handle, int type, u64 flags) {
    START; NEED((handle & ~0xffffffffULL) == TAG && type == 1 && !flags);
    *(int *)shared = dup((int)handle); return 0;
}
int cuMemImportFromShareableHandle(u64 *handle, void *shared, int type) {
    START; struct stat about; NEED(type == 1 && !fstat((int)(long)shared, &about) && S_ISREG(about.st_mode));
    *handle = TAG | (unsigned)dup((int)(long)shared); handles++; return 0;
}
}
"""
_START = """
import ctypes, os, socket
from judge.wire.cuda_driver import driver
from judge.wire.cuda_memory import created, imported
def left():  # of handles, address ranges, mappings; and open descriptors
    return driver().standing(), len(os.listdir("/proc/self/fd"))
driver()
before = left()
"""
_BOTH_WAYS = """
ours, theirs = socket.socketpair()
mapping, fd = created(3 << 20)
print(mapping.size >> 20, os.get_inheritable(fd))
ctypes.memset(mapping.address, 1, mapping.size)
child = os.fork()
if child == 0:
    mapping.close()
    os.close(fd)
    before = left()
    _data, fds, _flags, _address = socket.recv_fds(theirs, 1, 8)
    [own] = imported(fds, [4 << 20])
    correct = ctypes.string_at(own.address, own.size) == bytes([1]) * own.size
    ctypes.memset(own.address, 2, own.size)
    own.close()
    os._exit(0 if correct and left() == before else 1)
socket.send_fds(ours, [b"!"], [fd])
print(os.waitpid(child, 0)[1], ctypes.string_at(mapping.address, mapping.size) == bytes([2]) * mapping.size)
mapping.close()
os.close(fd)
ours.close()
theirs.close()
print(left() == before)
"""
_CREATE = """
try:
    created(100)
except OSError as error:
    print(error, left() == before)
"""
_IMPORT = """
mapping, fd = created(100)
null = os.open("/dev/null", os.O_RDWR)
try:
    imported([fd, null], [mapping.size, mapping.size])
except OSError as error:
    mapping.close()
    print(error, left() == before)
"""
_HAS_NO_DRIVER = subprocess.run([sys.executable, "-c", "import ctypes; ctypes.CDLL('libcuda.so.1')"], capture_output=True).returncode != 0
_TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return x * 2
def get_inputs():
    return [torch.randn(8, 16)]
def get_init_inputs():
    return []
"""


class Sharing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        source = Path(cls.folder.name, "driver.cpp")
        source.write_text(_LIBRARY)
        subprocess.run(["g++", "-shared", "-fPIC", str(source), "-o", str(Path(cls.folder.name, "libcuda.so.1"))], check=True, timeout=120)

    def said(self, text: str, **env: str) -> str:
        """The output of a Python program that finds the stand-in."""
        done = subprocess.run(
            [sys.executable, "-c", _START + text],
            cwd=ROOT,
            env={**os.environ, "LD_LIBRARY_PATH": self.folder.name, **env},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.stdout.strip() or done.stderr

    def test_two_processes_read_and_write_the_memory_and_leave_nothing(self):
        self.assertEqual(self.said(_BOTH_WAYS), "4 False\n0 True\nTrue")

    def test_a_refusal_at_any_step_is_an_oserror_and_leaves_nothing(self):
        steps = ("CtxGetDevice", "MemGetAllocationGranularity", "MemCreate", "MemAddressReserve", "MemMap", "MemSetAccess", "MemExportToShareableHandle")
        for step in steps:
            with self.subTest(step):
                self.assertEqual(self.said(_CREATE, REFUSED=f"cu{step}", STATUS="801"), f"cu{step} returned 801 True")

    def test_memory_that_is_short_is_told_apart(self):
        self.assertEqual(self.said(_CREATE, REFUSED="cuMemCreate", STATUS="2"), "cuMemCreate: CUDA out of memory True")

    def test_a_driver_without_the_functions_refuses(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "old.cpp")
            source.write_text('extern "C" int standing() { return 0; }')
            subprocess.run(["g++", "-shared", "-fPIC", str(source), "-o", str(Path(folder, "libcuda.so.1"))], check=True, timeout=120)
            self.assertEqual(self.said(_CREATE, LD_LIBRARY_PATH=folder), "the driver has no cuCtxGetDevice True")

    def test_an_import_that_fails_unmaps_all_and_closes_the_descriptors(self):
        self.assertEqual(self.said(_IMPORT), "cuMemImportFromShareableHandle returned 1 True")

    def test_structures_have_the_size_of_the_drivers(self):
        sizes = [ctypes.sizeof(each) for each in (cuda_memory._Location, cuda_memory._Properties, cuda_memory._Access)]
        self.assertEqual(sizes, [8, 32, 12])  # sizeof in cuda.h of CUDA 13.0, x86_64


@unittest.skipUnless(_HAS_NO_DRIVER, "this host has a CUDA driver")
class WithoutDriver(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.reference = Reference("double", _TASK, "cpu", "fp32")
        parameters = laid_out(self.reference, folder.name, _TASK.replace("Model", "ModelNew"))
        parameters.give(folder.name, 0)
        self.runner = Runner(folder.name, lambda ask, answer: answer)
        self.addCleanup(self.runner.close)

    def client(self, name: str) -> RunnerClient:
        client = RunnerClient(name, self.runner.channel, self.reference, True, self.runner.suspension)
        self.addCleanup(client.close)
        return client

    def answers(self, client: RunnerClient) -> None:
        client.put([self.reference.draw()])
        client.call()
        self.assertEqual(len(client.give()[1]), 1)

    def test_the_oracle_cannot_make_a_buffer(self):
        for make in (lambda: DeviceBuffer(1), lambda: device_buffers([1, 1])):
            self.assertRaises(OSError, make)

    def test_a_baseline_falls_back_to_shared_memory(self):
        client = self.client("eager")
        client.begin_load()
        client.finish_load()
        self.assertFalse(client.on_device)
        self.answers(client)

    def test_a_candidate_does_not_fall_back(self):
        client = self.client("candidate-1")
        client.begin_load()
        self.assertRaises(OSError, client.finish_load)

    def test_a_runner_that_cannot_map_the_memory_says_so_and_maps_shared_memory_next(self):
        client = self.client("eager")
        client.begin_load()
        client.finish_load()
        shared = SharedBuffers(self.reference, 1, False)
        self.addCleanup(shared.close)
        message, fds = shared.message()
        self.assertEqual((message["onDevice"], message["bytes"], fds), (False, [buffer.size for buffer in shared.buffers], tuple(buffer.fd for buffer in shared.buffers)))
        page = os.memfd_create("page")
        self.addCleanup(os.close, page)
        os.ftruncate(page, control_page.BYTES)
        with self.assertRaisesRegex(Gone, "libcuda"):
            client.rpc.ask({"ask": "map", **message, "onDevice": True}, (*fds, page))
        client.map(1)
        self.answers(client)


if __name__ == "__main__":
    unittest.main()
