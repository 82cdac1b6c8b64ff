"""The call loop of a runner: it makes the calls that the oracle names on the control page. It cannot know whether another call follows."""

import os

from judge.wire.control_page import DONE, END, FORWARDED, NAMED, PAUSE, PLACE_BITS, PLACE_MASK, PLACED, RETURNED, SLOT_BITS, SLOT_MASK


def make_calls(words: memoryview, number: int, named, call, wait, wake) -> None:
    """Reports that it is ready, then makes call `number` and later ones until END, each as soon as it is named.

    `named(number)` waits for the name of a call and returns its slot. `call(slot, number)` makes it. `wait(at_end)` waits for the device, at PAUSE
    and END. `wake()` wakes a sleeping oracle; None for an oracle that polls. Raises the errors of `named` and `call`.
    """
    words[RETURNED] = number - 1
    slot = 0
    while slot != END:
        slot = named(number)
        if slot < PAUSE:
            call(slot, number)
            words[RETURNED] = number
        else:
            wait(slot == END)
            words[DONE] = number
        if wake:
            wake()
        number += 1


def polled(words: memoryview, number: int) -> int:
    """Waits for the name of call `number`, and lets other processes run meanwhile. Returns its slot, PAUSE or END."""
    while words[NAMED] >> SLOT_BITS != number:
        os.sched_yield()
    return words[NAMED] & SLOT_MASK


def place_of_upstream(words: memoryview, number: int, wake) -> int:
    """Reports that the forward pass of call `number` has returned. Returns the place of its upstream gradients, which the oracle tells now."""
    words[FORWARDED] = number
    if wake:
        wake()
    while words[PLACED] >> PLACE_BITS != number:
        if wake:
            os.sched_yield()
    return words[PLACED] & PLACE_MASK
