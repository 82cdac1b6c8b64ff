"""The settings of the environment that change how times are taken. Whoever keeps times keeps them per value of all of these."""

import os

CPU_CACHE_MIB = "KERNELWRIGHT_CPU_CACHE_MIB"  # what a flush of a CPU's caches overwrites
SEARCH_SECONDS = "KERNELWRIGHT_SEARCH_SECONDS"  # the timed seconds of a verdict in a search
CPU_AT_ONCE = "KERNELWRIGHT_CPU_AT_ONCE"  # "1": judges of one host do not wait for each other on the CPU


def values() -> "list[str]":
    """The values of all of them. A setting that is not there is empty."""
    return [os.environ.get(name, "") for name in (CPU_CACHE_MIB, SEARCH_SECONDS, CPU_AT_ONCE)]
