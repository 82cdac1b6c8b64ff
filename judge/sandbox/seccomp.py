"""The system calls that no runner and no compiler needs, refused by a filter in the kernel (seccomp).

Only the filter: who installs it and when is in `confine`. A deny list, because CUDA's driver and compilers use too many
calls for an allow list. Numbers are the kernel's own for x86_64 and aarch64. Other architectures get no filter.
"""

import ctypes
import platform
import struct

from judge.sandbox import libc

_MODE_FILTER = 2
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS, _EAFNOSUPPORT = 1, 38, 97
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06  # classic BPF
_NUMBER_AT, _ARCH_AT, _ARGUMENT_AT, _SECOND_AT = 0, 4, 16, 24  # in struct seccomp_data
_X32 = 0x40000000  # x86_64's second table of calls
_NAMESPACES = 0x7E020000  # CLONE_NEW*: mount, cgroup, uts, ipc, user, pid, net
_ARCHES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# name: (x86_64, aarch64), None if the architecture lacks the call
_REFUSED = {
    # other processes' memory and descriptors
    **{"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272)},
    **{"pidfd_getfd": (438, 438), "process_madvise": (440, 440)},
    # mounts and namespaces
    **{"mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268)},
    **{"open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432)},
    **{"fspick": (433, 433), "mount_setattr": (442, 442), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262)},
    # parts of the kernel with a long record of holes
    **{"bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "add_key": (248, 217), "request_key": (249, 218)},
    **{"keyctl": (250, 219), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427)},
    # the machine itself
    **{"init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106), "kexec_load": (246, 104)},
    **{"kexec_file_load": (320, 294), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89)},
    **{"settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171)},
    **{"syslog": (103, 116), "quotactl": (179, 60), "sethostname": (170, 161), "setdomainname": (171, 162), "vhangup": (153, 58)},
    **{"iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None)},
}
# CUDA's profilers may need these. Memory and queues outlive their process. A watch on a file of another process's group makes the kernel work whenever
# that group is thawed or frozen. A timer can send SIGCONT. A thread can leave the core that it is timed on.
_REFUSED_UNTRACED = {"shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180), "inotify_init": (253, None), "inotify_init1": (294, 26)}
_TIMERS, _PINS = {"timer_create": (222, 107)}, {"sched_setaffinity": (203, 122)}
# Timers that go on while their process is frozen. The kernel's work for them takes a core from what is timed then.
_REFUSED_ON_CPU = {**_TIMERS, "timerfd_create": (283, 85), "setitimer": (38, 103), "alarm": (37, None)}
_CLONE, _CLONE3, _SOCKET, _SOCKETPAIR, _FCNTL, _PRCTL = (56, 220), (435, 435), (41, 198), (53, 199), (72, 25), (157, 167)
# A descriptor that becomes readable can send SIGCONT as well, and so can a parent or a child that ends.
_F_SETSIG, _END_SIGNAL, _SIGCONT = 10, 0xFF, 18
_UNIX, _NETLINK = 1, 16  # a network namespace of one's own would not stop vsock, for one
_STREAM, _SEQPACKET, _TYPE = 1, 5, 0xF  # the two ends of such a pair know each other alone; one of datagrams may write to any path


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install(traced: bool, stopped: bool, pinned: bool, cpu: bool) -> None:
    """Refuses the calls in this thread and all that it starts from now on, see `program`. It needs no_new_privs.

    Raises OSError if the kernel lacks filters, and NotImplementedError on another architecture.
    """
    code = program(platform.machine(), traced, stopped, pinned, cpu)
    described = _Program(len(code) // 8, code)
    libc.checked(libc.LIBC.prctl(libc.SET_SECCOMP, _MODE_FILTER, ctypes.byref(described), 0, 0), "the system call filter was refused")


def program(machine: str, traced: bool, stopped: bool, pinned: bool, cpu: bool) -> bytes:
    """The filter as classic BPF.

    - `traced`: a profiler traces the process. The filter refuses less.
    - `stopped`: signals stop the process, for lack of a freezer. The filter also refuses every way to send SIGCONT.
    - `pinned`: the judge pins the process to a core. The filter also refuses to change that.
    - `cpu`: the process works for the CPU target. The filter also refuses timers, and all sockets but connected pairs of Unix sockets.

    Raises NotImplementedError for an architecture whose numbers are not known here.
    """
    if machine not in _ARCHES:
        raise NotImplementedError(f"no system call numbers for {machine}")
    column, arch = _ARCHES[machine]
    calls = _REFUSED if traced else _REFUSED | _REFUSED_UNTRACED | (_TIMERS if stopped else {}) | (_PINS if pinned else {})
    calls = calls | _REFUSED_ON_CPU if cpu else calls
    refused = [numbers[column] for numbers in calls.values() if numbers[column] is not None]
    code = [(_LOAD, "", "", _ARCH_AT), (_EQUAL, "", "refuse", arch), (_LOAD, "", "", _NUMBER_AT)]
    code += [(_AT_LEAST, "refuse", "", _X32)] if machine == "x86_64" else []
    code += [(_EQUAL, "refuse", "", number) for number in refused]
    code += [(_EQUAL, "absent", "", _CLONE3[column]), (_EQUAL, "clone", "", _CLONE[column])]
    code += [(_EQUAL, "fcntl", "", _FCNTL[column]), (_EQUAL, "prctl", "", _PRCTL[column])] if stopped else []
    code += [(_EQUAL, "pair", "", _SOCKETPAIR[column])] if cpu else []
    code += [(_EQUAL, "socket", "allow", _SOCKET[column])]
    code += ["clone", (_LOAD, "", "", _ARGUMENT_AT), (_ANY_BIT, "refuse", "" if stopped else "allow", _NAMESPACES)]
    code += _no_signal_that_continues() if stopped else []
    code += _connected_pair() if cpu else []
    code += ["socket", (_LOAD, "", "", _ARGUMENT_AT), *[(_EQUAL, "allow", "", family) for family in (() if cpu else (_UNIX, _NETLINK))]]
    code += ["no family", (_RETURN, "", "", _ERRNO | _EAFNOSUPPORT), "allow", (_RETURN, "", "", _ALLOW)]
    # clone3's flags lie in memory, out of the filter's reach. libc falls back to clone if the kernel seems to lack clone3.
    return _assembled([*code, "refuse", (_RETURN, "", "", _ERRNO | _EPERM), "absent", (_RETURN, "", "", _ERRNO | _ENOSYS)])


def _no_signal_that_continues() -> list:
    """The rest of clone's checks, then prctl's and fcntl's: none may arrange for SIGCONT."""
    clone = [(_AND, "", "", _END_SIGNAL), (_EQUAL, "refuse", "allow", _SIGCONT)]
    prctl = ["prctl", (_LOAD, "", "", _ARGUMENT_AT), (_EQUAL, "", "allow", libc.SET_PDEATHSIG), (_LOAD, "", "", _SECOND_AT), (_EQUAL, "refuse", "allow", _SIGCONT)]
    return [*clone, *prctl, "fcntl", (_LOAD, "", "", _SECOND_AT), (_EQUAL, "refuse", "allow", _F_SETSIG)]


def _connected_pair() -> list:
    """The checks of socketpair: a pair of Unix sockets that stay connected to each other."""
    family = ["pair", (_LOAD, "", "", _ARGUMENT_AT), (_EQUAL, "", "no family", _UNIX)]
    return [*family, (_LOAD, "", "", _SECOND_AT), (_AND, "", "", _TYPE), (_EQUAL, "allow", "", _STREAM), (_EQUAL, "allow", "refuse", _SEQPACKET)]


def _assembled(code: list) -> bytes:
    """The program's bytes; a string in the list labels the instruction after it, and "" is the next one."""
    places, instructions = {}, []
    for each in code:
        if isinstance(each, str):
            places[each] = len(instructions)
        else:
            instructions.append(each)
    done = []
    for at, (operation, if_true, if_false, value) in enumerate(instructions):
        jumps = [places[label] - at - 1 if label else 0 for label in (if_true, if_false)]
        done.append(struct.pack("=HBBI", operation, *jumps, value))
    return b"".join(done)
