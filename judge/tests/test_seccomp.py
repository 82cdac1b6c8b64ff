"""Runs the system call filter in an interpreter of classic BPF, for every system call and argument, on both architectures."""

import itertools
import re
import struct
import unittest
from pathlib import Path

from judge.sandbox import seccomp

ALLOW, EPERM, ENOSYS, EAFNOSUPPORT = 0x7FFF0000, 0x00050001, 0x00050026, 0x00050061
ARCHES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HEADERS = {"x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), "aarch64": Path("/usr/include/asm-generic/unistd.h")}
VARIANTS = [dict(zip(("traced", "stopped", "pinned", "cpu"), each)) for each in itertools.product((False, True), repeat=4)]
MOST_CALL = 600

# System calls that are refused in every variant, on either architecture.
ALWAYS = """ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise mount umount2 pivot_root chroot unshare setns open_tree move_mount
fsopen fsconfig fsmount fspick mount_setattr open_by_handle_at fanotify_init bpf perf_event_open userfaultfd add_key request_key keyctl io_uring_setup
io_uring_enter io_uring_register init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff acct settimeofday clock_settime
clock_adjtime adjtimex syslog quotactl sethostname setdomainname vhangup iopl ioperm modify_ldt""".split()
UNTRACED = "shmget msgget semget mq_open inotify_init inotify_init1".split()
ON_CPU = "timer_create timerfd_create setitimer alarm".split()
BY_ARGUMENT = ("clone", "prctl", "fcntl", "socket", "socketpair")
ABSENT = {"iopl", "ioperm", "modify_ldt", "inotify_init", "alarm"}  # on aarch64
CLONE_NAMESPACES = (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000)
THREAD_FLAGS = 0x003D0F00  # the flags of pthread_create
SIGCHLD, SIGCONT = 17, 18


def run(program: bytes, number: int, arguments: "tuple[int, ...]" = (), arch: int = 0) -> int:
    """The filter's result for one system call. Raises for an instruction that the kernel's verifier would refuse."""
    data = struct.pack("=iIQ6Q", number, arch, 0, *(*arguments, *[0] * (6 - len(arguments))))
    code = list(struct.iter_unpack("=HBBI", program))
    register, at = 0, 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        if operation == 0x20:  # load a word of the call's description
            register = struct.unpack_from("=I", data, value)[0]
        elif operation == 0x54:
            register &= value
        elif operation == 0x06:
            return value
        else:
            test = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[operation]
            at += if_true if test else if_false


def numbers(machine: str) -> "dict[str, int]":
    """The architecture's system call numbers by name, from the kernel's header."""
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", HEADERS[machine].read_text(), re.M)
    return {name: int(number) for name, number in found}


@unittest.skipUnless(all(header.exists() for header in HEADERS.values()), "the kernel's headers are not installed")
class Filter(unittest.TestCase):
    def each(self):
        for machine, variant in itertools.product(ARCHES, VARIANTS):
            with self.subTest(machine=machine, **variant):
                program = seccomp.program(machine, **variant)
                names = numbers(machine)
                yield machine, variant, names, lambda name, *arguments, program=program, names=names, arch=ARCHES[machine]: run(program, names[name], arguments, arch)

    def test_every_refused_call_is_refused_and_every_other_one_is_allowed(self):
        for machine, variant, names, asked in self.each():
            refused = {*ALWAYS, *(() if variant["traced"] else UNTRACED)}
            refused |= {"timer_create"} if variant["stopped"] and not variant["traced"] else set()
            refused |= {"sched_setaffinity"} if variant["pinned"] and not variant["traced"] else set()
            refused |= set(ON_CPU) if variant["cpu"] else set()
            self.assertEqual(refused - set(names), refused & ABSENT if machine == "aarch64" else set())
            for name in (each for each in names if each not in BY_ARGUMENT and each != "clone3"):
                self.assertEqual(asked(name), EPERM if name in refused else ALLOW, name)

    def test_numbers_without_a_name_are_allowed_and_x32_calls_are_refused(self):
        for machine, variant in itertools.product(ARCHES, VARIANTS):
            program, known = seccomp.program(machine, **variant), set(numbers(machine).values())
            for number in set(range(MOST_CALL)) - known:
                self.assertEqual(run(program, number, (), ARCHES[machine]), ALLOW, (machine, number))
        for number in (0, 1, 101, 512, 547):
            self.assertEqual(run(seccomp.program("x86_64", **VARIANTS[0]), 0x40000000 | number, (), ARCHES["x86_64"]), EPERM)

    def test_calls_of_another_architecture_are_refused(self):
        for machine, arch in (("x86_64", 0x40000003), ("x86_64", ARCHES["aarch64"]), ("aarch64", 0x40000028), ("aarch64", ARCHES["x86_64"])):
            for number in range(MOST_CALL):
                self.assertEqual(run(seccomp.program(machine, **VARIANTS[0]), number, (), arch), EPERM)

    def test_clone_may_create_threads_and_children_but_no_namespaces(self):
        for _machine, variant, _names, asked in self.each():
            self.assertEqual(asked("clone3", 0, 88), ENOSYS)  # its flags lie in memory: libc takes clone instead
            for flags in (0, SIGCHLD, THREAD_FLAGS, 0x01200011, 0x4111):
                self.assertEqual(asked("clone", flags), ALLOW, hex(flags))
            for namespace, rest in itertools.product(CLONE_NAMESPACES, (0, SIGCHLD, THREAD_FLAGS)):
                self.assertEqual(asked("clone", namespace | rest), EPERM, hex(namespace | rest))
            for end_signal in range(1, 65):
                refused = variant["stopped"] and end_signal == SIGCONT
                self.assertEqual(asked("clone", THREAD_FLAGS & ~0xFF | end_signal), EPERM if refused else ALLOW, end_signal)

    def test_a_parents_end_cannot_continue_a_stopped_process(self):
        for _machine, variant, _names, asked in self.each():
            for option, signal in itertools.product((1, 2, 4, 15, 22, 38), range(65)):
                refused = variant["stopped"] and (option, signal) == (1, SIGCONT)
                self.assertEqual(asked("prctl", option, signal), EPERM if refused else ALLOW, (option, signal))

    def test_a_descriptor_cannot_send_a_chosen_signal_to_a_stopped_process(self):
        for _machine, variant, _names, asked in self.each():
            for command in range(1100):
                refused = variant["stopped"] and command == 10
                self.assertEqual(asked("fcntl", 3, command, SIGCONT), EPERM if refused else ALLOW, command)

    def test_sockets_are_unix_or_netlink_and_there_are_none_on_a_cpu(self):
        for _machine, variant, _names, asked in self.each():
            for family in range(50):
                allowed = family in (1, 16) and not variant["cpu"]
                self.assertEqual(asked("socket", family), ALLOW if allowed else EAFNOSUPPORT, family)

    def test_a_pair_of_sockets_on_a_cpu_is_of_unix_and_stays_connected(self):
        for _machine, variant, _names, asked in self.each():
            for family, kind, flags in itertools.product(range(50), range(16), (0, 0o2004000)):
                expected = ALLOW if not variant["cpu"] or (family == 1 and kind in (1, 5)) else EPERM if family == 1 else EAFNOSUPPORT
                self.assertEqual(asked("socketpair", family, kind | flags), expected, (family, kind))

    def test_the_high_half_of_an_argument_cannot_hide_a_refused_value(self):
        for _machine, variant, _names, asked in self.each():
            high = 0xFFFFFFFF00000000  # the kernel takes these arguments as 32 bits
            self.assertEqual(asked("clone", high | 0x10000000), EPERM)
            self.assertEqual(asked("socket", high | 2), EAFNOSUPPORT)
            if variant["cpu"]:
                self.assertEqual(asked("socketpair", high | 1, high | 2), EPERM)
            if variant["stopped"]:
                self.assertEqual(asked("fcntl", 3, high | 10), EPERM)
                self.assertEqual(asked("prctl", high | 1, high | SIGCONT), EPERM)

    def test_an_unknown_architecture_has_no_filter(self):
        with self.assertRaises(NotImplementedError):
            seccomp.program("riscv64", **VARIANTS[0])


if __name__ == "__main__":
    unittest.main()
