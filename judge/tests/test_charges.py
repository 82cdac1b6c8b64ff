"""Seconds per call from measured chains, charges for work outside the timed window, and signs of hidden work."""

import random
import unittest
from types import SimpleNamespace

from judge.oracle.runner_link.chains import Chain
from judge.oracle.timing.charges import Measured, Measurement, samples_of
from judge.oracle.timing.overhead import Overhead
from judge.oracle.timing.samples import Samples, slower

_EMPTY = Overhead(single=40e-6, host=30e-6, each_host=0.0, each_device=0.0, least=1e-6)


def _chain(draw: random.Random, calls: int, host: float, device: float) -> Chain:
    """An honest chain of `calls` calls on a GPU. Launches run ahead of the device."""
    seconds = 40e-6 + max(calls * host + device, host + calls * device) + draw.uniform(0, 3e-6)
    return Chain(calls, seconds, 30e-6 + calls * host)


def _measured(draw: random.Random, chain: Chain, **more: float) -> Measured:
    usual = {"woken": draw.uniform(1.0e-4, 1.3e-4), "vanished": 5e-5, "given": 5e-5 + 2e-6 * chain.calls + draw.uniform(0, 5e-6), "flushed": 1e-4, "put": 2e-5}
    return Measured(chain, **{name: usual[name] + more.get(name, 0.0) for name in usual})


def _samples(cheat, every: int = 1, host: float = 1e-5, device: float = 1e-4, blocks: int = 12, target: str = "cuda") -> Samples:
    """A baseline and an equal candidate. `cheat(draw, calls)` replaces every n-th chain and single call of the candidate."""
    draw, rows, singles, at = random.Random(5), [], [[], []], 0
    for _ in range(blocks):
        block = [[], []]
        for runner in (0, 1, 1, 0):
            for calls, found in ((1, singles[runner]), (draw.randint(48, 64), block[runner])):
                at += 1
                cheats = runner == 1 and at % every == 0
                found.append(cheat(draw, calls) if cheats else _measured(draw, _chain(draw, calls, host, device)))
        rows.append(block)
    cache = SimpleNamespace(device=target, busy=3e-4, bytes_per_second=3e12)
    return samples_of(Measurement(rows, singles, [_EMPTY, _EMPTY], [64, 64], 1 << 20, cache))


class Chains(unittest.TestCase):
    def honest(self, host: float, device: float) -> Samples:
        return _samples(lambda draw, calls: _measured(draw, _chain(draw, calls, host, device)), 1, host, device)

    def test_an_honest_call_takes_the_longer_of_host_and_device_time_without_suspicion(self):
        for host, device in ((1e-5, 1e-4), (3e-5, 6e-6), (1e-5, 1.1e-5), (6e-5, 1e-3)):
            found = self.honest(host, device)
            self.assertEqual((found.suspicion, found.had_company), ("", False))
            self.assertAlmostEqual(found.fastest_us(1), 1e6 * max(host, device), delta=1.0 + 3e4 * max(host, device))

    def test_work_deferred_to_the_end_of_a_chain_is_suspicious(self):
        def defers(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 1e-4 + 1e-6 * calls, 30e-6 + 1e-6 * calls))

        self.assertIn("a single one takes", _samples(defers).suspicion)

    def test_a_first_call_that_does_the_work_of_all_calls_is_suspicious(self):
        def looks_ahead(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 2e-4 + 1e-6 * calls, 30e-6 + 2e-4 + 1e-6 * calls))

        self.assertIn("a single one takes", _samples(looks_ahead).suspicion)

    def test_on_a_cpu_a_chain_ends_with_the_last_forward(self):
        def defers(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 2e-3, 30e-6))

        def honest(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + calls * 1e-4, 30e-6 + calls * 1e-4))

        self.assertIn("forward returned before", _samples(defers, device=1e-6, host=1e-4, target="cpu").suspicion)
        self.assertEqual(_samples(honest, device=1e-6, host=1e-4, target="cpu").suspicion, "")


class BesideTheClock(unittest.TestCase):
    def test_work_that_is_sometimes_done_early_or_late_gains_no_time(self):
        for part in ("woken", "flushed", "given"):
            for every in (2, 3, 4):
                with self.subTest(f"{part}, one in {every}"):
                    found = _samples(lambda draw, calls, part=part: _measured(draw, _chain(draw, calls, 1e-5, 5e-5), **{part: calls * 5e-5 + 3e-4}), every)
                    self.assertLess(found.ratio(0, 1)["low"], 1.05)

    def test_a_device_that_is_busy_before_the_calls_is_suspicious(self):
        self.assertTrue(_samples(lambda draw, calls: _measured(draw, _chain(draw, calls, 1e-5, 1e-4), flushed=5e-4)).had_company)

    def test_the_slower_of_two_measurements_is_reported(self):
        fast, honest = [_samples(lambda draw, calls, by=by: _measured(draw, _chain(draw, calls, 1e-5, 1e-4 / by))) for by in (2, 1)]
        for pair in ((fast, honest), (honest, fast)):
            self.assertIs(slower(*pair), honest)


if __name__ == "__main__":
    unittest.main()
