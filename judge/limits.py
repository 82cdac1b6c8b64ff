"""Time limits in seconds, per stage, and a runner's memory. KERNELWRIGHT_LIMIT_SCALE multiplies all times (slow hosts, tests)."""

import os

_SCALE = float(os.environ.get("KERNELWRIGHT_LIMIT_SCALE", "1"))

MEMORY_SHARE = float(os.environ.get("KERNELWRIGHT_MEMORY_SHARE", "0.75"))  # of the host's memory, for one runner
GPU_SHARE = 0.6  # of a GPU's memory, for one candidate

BUILD = 120 * _SCALE
DISASSEMBLY = 20 * _SCALE  # of what was built; without it the build stands
START = 60 * _SCALE
START_COMPILING = 240 * _SCALE  # candidates that compile while they are imported, and torch.compile
CORRECTNESS = 120 * _SCALE
TIMING = 180 * _SCALE
PROFILE = 60 * _SCALE
KERNELBENCH = 120 * _SCALE
COUNTING = 30 * _SCALE  # the first call and the replays under ncu, during which nothing else is measured
OPEN = 300 * max(_SCALE, 1)  # the reference's own first runs: trusted code, so never shortened
STALE_CLAIM = 15 * 60  # a spool claim without a heartbeat for so long belongs to a dead drainer
