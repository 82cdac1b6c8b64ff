"""What interleaved measurements came to: seconds per call, intervals and ratios. Data and arithmetic; `timing` measures."""

import dataclasses
import functools
import math
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from . import stats

# Differences within a band are not told apart: at least so much, or so many times what two processes of eager differed by. In the search that is as
# far as their interval reaches; promotion, which takes more blocks than that was learned from, goes by their ratio itself.
_BANDS = {"cuda": {"sweep": (0.05, 2.0), "search": (0.05, 2.0), "promotion": (0.005, 1.0)}, "cpu": {"sweep": (0.1, 1.5), "search": (0.1, 1.5), "promotion": (0.05, 1.0)}}

_LATE_SECONDS, _LATE_SHARE = 3e-5, 0.01  # of the baseline's hand-over: by less, those of honest processes differ on a GPU


class Measured(NamedTuple):
    """Seconds of one message that asks for a chain of calls, of the wake-up before it, of the hand-over after it, and of the flush and of
    putting the inputs, both while the process is stopped."""

    called: float
    woken: float
    given: float
    flushed: float
    put: float


def slower(one: "Samples", other: "Samples") -> "Samples":
    """Of two measurements of a candidate (the second peer), the one in which it was slower against its baseline."""
    return min(one, other, key=lambda each: each.ratio(0, 1)["median"])


def joined(one: "Samples", other: "Samples") -> "Samples":
    """Two measurements of the same peers as one, each call with what it is charged with in its own."""
    return dataclasses.replace(one, rows=one.charged() + other.charged(), empty=0.0, least=0.0, busy=math.inf, checked=one.checked + other.checked)


@dataclass(frozen=True)
class Samples:
    """What was measured: by block, peer (the baseline first) and order. `sets` calls are a chain, `empty` seconds an empty one, and
    `least` the shortest time that can be told from it; a flush of more than `busy` seconds had company. `checked` is how many calls'
    outputs were checked."""

    rows: "list[list[list[Measured]]]"
    sets: int
    empty: float
    least: float
    busy: float
    checked: int
    paired: bool

    def of(self, peer: int) -> "list[Measured]":
        return [each for block in self.rows for each in block[peer]]

    def calls(self, peer: int) -> "list[float]":
        """Seconds per call."""
        return [call for block in self._calls for call in block[peer]]

    def time(self, peer: int) -> dict:
        return stats.time(self.calls(peer))

    def fastest_us(self, peer: int) -> float:
        """Microseconds of the calls that a ratio rests on."""
        calls = self.calls(peer)
        return 1e6 * (median(calls) if self.paired else stats.fastest(calls))

    def ratio(self, over: int, under: int) -> dict:
        return stats.ratio([(block[over], block[under]) for block in self._calls], self.paired)

    def late(self, peer: int) -> float:
        """By how many seconds handing over adds more to the peer's fastest calls than to the baseline's. Work that is left for it, always
        or now and then, leaves the sum of both as it was; and of call and hand-over together, too, some are disturbed in neither."""
        return self._handing_over(peer) - self._handing_over(0)

    def _handing_over(self, peer: int) -> float:
        rows = self.of(peer)
        return stats.fastest([each.called + each.given for each in rows]) - stats.fastest([each.called for each in rows])

    def charged(self) -> "list[list[list[Measured]]]":
        """The rows with all that a call is charged with as the time of the call itself."""
        return [[[Measured(call * self.sets, 0.0, 0.0, 0.0, 0.0) for call in calls] for calls in block] for block in self._calls]

    def compared(self, target: str, tier: str, noise: dict) -> dict:
        """The second peer's speedup over the first, and which is faster by the tier's band, or by `noise`, the Ratio of two
        processes of eager."""
        speedup = self.ratio(0, 1)
        least, times = _BANDS[target][tier]
        band = max(least, times * (abs(math.log(noise["median"])) if tier == "promotion" else stats.bound(noise)))
        return {"speedup": speedup, "band": band, "comparison": stats.comparison(speedup, band)}

    @functools.cached_property
    def _calls(self) -> "list[list[list[float]]]":
        """Seconds per call: by block, peer and order.

        By what a call's wake-up takes longer than is usual for the baseline, and its flush than on an idle device, the call took longer:
        work that now and then is done early gains nothing. So on a GPU with putting inputs, where work that waits for them can begin, and
        with what is left for later by `late`; on a CPU, where all stand still meanwhile, with its own hand-over.
        """
        base = self.of(0)
        woken, given, put = [stats.slow([getattr(each, part) for each in base]) for part in ("woken", "given", "put")]
        slack = max(_LATE_SECONDS, _LATE_SHARE * median(each.given for each in base))
        late = [0.0 if self.paired else max(0.0, self.late(peer) - slack) for peer in range(len(self.rows[0]))]

        def seconds(each: Measured, peer: int) -> float:
            beside = max(0.0, each.woken - woken) + max(0.0, each.flushed - self.busy)
            beside += max(0.0, each.given - given) if self.paired else late[peer] + max(0.0, each.put - put)
            return max(self.least, each.called + beside - self.empty) / self.sets

        return [[[seconds(each, peer) for each in calls] for peer, calls in enumerate(block)] for block in self.rows]
