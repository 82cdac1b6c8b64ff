"""Times chains of calls with the oracle's own clock. This clock decides the verdict.

The oracle names the next call, and releases its late inputs, when the previous one has returned. Only the oracle knows how many calls
follow. Therefore no call can do the work of a later call. A call that leaves work for later shows it in a chain of one call. A call that goes
backward learns which upstream gradients count when forward has returned.
"""

import gc
import os
import time
from typing import NamedTuple

from judge.oracle.runner_link.buffer_memory import sealed_memory
from judge.oracle.runner_link.late_inputs import LateInputs
from judge.oracle.runner_link.rpc import Rpc
from judge.sandbox.page_library import page_library
from judge.wire.control_page import BYTES, DONE, END, FORWARD_ONLY, FORWARDED, HELD_SECONDS, NAMED, PAUSE, PLACE_BITS, PLACED, RETURNED, SLOT_BITS, words
from judge.wire.page_calls import Calls, Names


_HELD_SHARE = 0.8  # of the longest hold: a chain whose host takes longer tells nothing of the device
_PAUSES = 2  # waits for the device before the timed calls
_POLLS = 400_000  # reads of a word between two reads of the socket: about half a millisecond


def _nothing() -> None: ...


class Chain(NamedTuple):
    """A timed chain of `calls` calls. Both times begin with the release of the first call, in seconds.

    `seconds` ends when the device has finished. `host` ends when the last call has returned. If the device was held until then, `seconds`
    begins when it may go on. `thawed`: processor seconds, of the time on a CPU, in which the kernel let the runner go on.
    """

    calls: int
    seconds: float
    host: float
    thawed: float = 0.0

    @property
    def was_held(self) -> bool:
        """Whether a device that was to be held can have been until all calls had returned. If the host waited for it, it went on by itself."""
        return self.host < _HELD_SHARE * HELD_SECONDS

    @property
    def tail(self) -> float:
        """Seconds of device work after the last forward had returned."""
        return self.seconds - self.host


class Chains:
    """Runs chains on one runner. The runner maps the control page behind the descriptor `page`. With `spin` the oracle polls the page; without
    it, the oracle sleeps. `places`: of each slot, where its upstream gradients lie; None for calls that go forward alone."""

    def __init__(self, rpc: Rpc, late: LateInputs, spin: bool, places: "list[int] | None" = None):
        self._rpc, self._late, self._spin, self._places = rpc, late, spin, places
        self._told = places  # what the calls of the present chain are told
        self.page = sealed_memory(BYTES)
        self._words, self._number = words(self.page), 1
        self._names = Names(page_library(), self._words, late.shared_slots) if spin else None

    def finish(self) -> None:
        """Waits for the runner's answer to the last chain. Overwrite the inputs first: the runner can work on until it answers."""
        self._rpc.go_on()
        self._rpc.finish()

    def run(self, warm: "list[int]", slots: "list[int]", empty: bool = False, held: bool = False, forward_only: bool = False) -> Chain:
        """Runs one chain of calls on the inputs in `slots`. Raises Gone and Failure.

        Each call gets its late inputs with its name. `empty` calls do no work; they need a trusted runner. With `held` a GPU waits until all calls
        have returned. With `forward_only` the calls go forward alone, which they learn when forward has returned. On a GPU, untimed calls on
        the slots `warm` come first (`_warm_up`), and the runner already waits when the clock starts. On a CPU the runner is stopped until the clock
        starts. The first call's time includes its wake-up.
        """
        message = {"ask": "chain", "first": self._number, "pauses": _PAUSES if self._spin else 0, "empty": empty, "held": self._late.next_opening if held else None}
        self._told = [FORWARD_ONLY] * len(self._places) if forward_only and self._places else self._places
        gc.disable()  # of the oracle
        try:
            if self._spin:
                self._rpc.begin(message)
                self._rpc.await_word(self._words, RETURNED, self._number - 1)
                self._warm_up(warm)
            chain = self._clocked(slots, lambda: None if self._spin else self._rpc.begin(message), held)
        finally:
            gc.enable()
        return chain

    def _warm_up(self, slots: "list[int]") -> None:
        """Makes untimed calls, and waits for the device. A long wait leaves the host cold. Therefore one more call and a short wait follow."""
        assert self._names
        for calls in (slots, slots[:1]):
            self._make(self._names, self._names.name(self._number, calls, self._told, released=False))
            self._name(PAUSE, DONE)

    def _clocked(self, slots: "list[int]", begin, held: bool) -> Chain:
        calls = self._names and self._names.name(self._number, slots, self._told, released=True)
        started = time.perf_counter()
        if self._names and calls:
            self._make(self._names, calls)
        else:
            for at, slot in enumerate(slots):
                self._late.release_slot(slot)
                self._name(slot, RETURNED, begin if at == 0 else _nothing)
        host = time.perf_counter() - started
        if held:
            started = time.perf_counter()
            self._late.open_gate()
        self._name(END, DONE)
        return Chain(len(slots), time.perf_counter() - started, host, 0.0 if self._spin else self._rpc.thawed)

    def _make(self, names: Names, calls: Calls) -> None:
        """Names the calls, each when the one before has returned."""
        self._rpc.await_calls(lambda: names.go_on(calls, _POLLS))
        self._number += calls.count

    def _name(self, slot: int, word: int, begin=_nothing) -> None:
        """Names the next call by its slot, then waits until the runner has written the call's number into `word`."""
        self._words[NAMED] = self._number << SLOT_BITS | slot
        begin()
        if self._told is not None and word == RETURNED:
            self._rpc.await_word(self._words, FORWARDED, self._number)
            self._words[PLACED] = self._number << PLACE_BITS | self._told[slot]
        self._rpc.await_word(self._words, word, self._number)
        self._number += 1

    def close(self) -> None:
        os.close(self.page)
