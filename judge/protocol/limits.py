"""Time limits in seconds, per stage, and a runner's memory. KERNELWRIGHT_LIMIT_SCALE multiplies all times (slow hosts, tests)."""

import os

from judge.protocol.messages import Host

_SCALE = float(os.environ.get("KERNELWRIGHT_LIMIT_SCALE", "1"))

_MEMORY_SHARE = float(os.environ.get("KERNELWRIGHT_MEMORY_SHARE", "0.75"))  # fraction of the host's memory for one runner
GPU_SHARE = 0.6  # fraction of a GPU's memory for one candidate

BUILD = 120 * _SCALE
DISASSEMBLY = 20 * _SCALE  # disassembly of a build; the build is valid without it
START = 60 * _SCALE
START_COMPILING = 240 * _SCALE  # for candidates that compile during import, and for torch.compile
CORRECTNESS = 120 * _SCALE  # at most, see correctness()
EXPLAINING = CORRECTNESS / 2  # no check of --explain begins later; the one under way then has until CORRECTNESS
TIMING = 180 * _SCALE
PROFILE = 60 * _SCALE
KERNELBENCH = 120 * _SCALE
COUNTING = 30 * _SCALE  # the first call and the replays under ncu; nothing else is measured meanwhile
GATES = 600 * max(_SCALE, 1)  # all tests of an exported operator, with their builds
SANITIZING = 60 * _SCALE  # one call under a sanitizer
OPEN = 300 * max(_SCALE, 1)  # the first runs of the reference, which is trusted; KERNELWRIGHT_LIMIT_SCALE never shortens it
STALE_CLAIM = 15 * 60  # a spool claim without a heartbeat for this time belongs to a dead judge
KERNEL_NAME_CHARS = 300  # the largest length of a kernel's name in a profile; rows are matched by it

_SETTLING = 30 * max(_SCALE, 0.2)  # for each shape: the judge's own part of the checks, and what a busy host may add
_EAGER_CALLS = 2000 * _SCALE  # a hundred checked calls, each up to twenty times as slow as eager


def runner_memory(host: Host) -> int:
    """Bytes of memory that the processes of one runner may hold together."""
    return int(_MEMORY_SHARE * host["memoryBytes"])


def correctness(eager_seconds: "list[float]") -> float:
    """The limit of the correctness stage in seconds, for a task whose eager call takes so long on each shape. A loop without end is then found early."""
    return round(sum(min(CORRECTNESS, _SETTLING + _EAGER_CALLS * seconds) for seconds in eager_seconds), 1)
