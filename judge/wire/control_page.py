"""The page of shared memory through which the oracle names one call after the other to a runner. Copied beside each runner.

Five words of eight bytes, each in a cache line of its own. The oracle writes NAMED: a number that counts up, and the slot whose
inputs come next, or PAUSE or END. The runner writes RETURNED when the call has returned, and DONE when the device has finished after
PAUSE or END. If calls go backward, the runner also writes FORWARDED when forward has returned. The oracle then writes PLACED: the number
of the call, and which of the upstream gradients in its slot are the true ones, or FORWARD_ONLY.
Either side may write anything at any time: the oracle believes no word further than that something has been claimed.
"""

import mmap

BYTES = 4096
NAMED, RETURNED, DONE, FORWARDED, PLACED = 0, 8, 16, 24, 32
SLOT_BITS = 20
SLOT_MASK = (1 << SLOT_BITS) - 1
PLACE_BITS = 4
PLACE_MASK = (1 << PLACE_BITS) - 1
FORWARD_ONLY = PLACE_MASK  # instead of a place: the call ends without going backward
PAUSE, END = SLOT_MASK - 1, SLOT_MASK  # instead of a slot: calls to warm up end here; no call follows
HELD_SECONDS = 0.016  # how long the device waits at most for the oracle to open the gate, behind which calls are queued
RETURNED_PACKET = b"."  # wakes an oracle that sleeps: on the CPU target it must not take a core from the call


def words(fd: int) -> memoryview:
    """The page behind a descriptor, as words of eight bytes. The mapping lives as long as the view."""
    return memoryview(mmap.mmap(fd, BYTES)).cast("Q")
