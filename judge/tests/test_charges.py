"""Seconds per call from measured chains, charges for work outside the timed window, and signs of hidden work."""

import random
import unittest
from dataclasses import replace
from statistics import median
from types import SimpleNamespace
from unittest import mock

from judge.oracle.runner_link.chains import Chain
from judge.oracle.service import Oracle
from judge.oracle.timing import chain_plan
from judge.oracle.timing.charges import Measured, Measurement, samples_of
from judge.oracle.timing.overhead import Overhead, Overheads, learned
from judge.oracle.timing.samples import Samples, slower
from judge.wire.control_page import HELD_SECONDS

_EMPTY = Overhead(single=40e-6, host=30e-6, held=20e-6, each_host=0.0, each_device=0.0, least=1e-6)


def _chain(draw: random.Random, calls: int, host: float, device: float) -> Chain:
    """An honest chain of `calls` calls on a GPU. Launches run ahead of the device."""
    seconds = 40e-6 + max(calls * host + device, host + calls * device) + draw.uniform(0, 3e-6)
    return Chain(calls, seconds, 30e-6 + calls * host)


def _measured(draw: random.Random, chain: Chain, **more: float) -> Measured:
    usual = {"woken": draw.uniform(1.0e-4, 1.3e-4), "vanished": 5e-5, "given": 5e-5 + 2e-6 * chain.calls + draw.uniform(0, 5e-6), "flushed": 1e-4, "put": 2e-5}
    return Measured(chain, **{name: usual[name] + more.get(name, 0.0) for name in usual})


def _samples(cheat, every: int = 1, host: float = 1e-5, device: float = 1e-4, blocks: int = 12, target: str = "cuda", sets: int = 64, chain=_chain, seed: int = 5) -> Samples:
    """A baseline and an equal candidate. `cheat(draw, calls)` replaces every n-th chain and single call of the candidate."""
    draw, rows, singles, at = random.Random(seed), [], [[], []], 0
    for _ in range(blocks):
        block = [[], []]
        for runner in (0, 1, 1, 0):
            for calls, found in ((1, singles[runner] if sets > 1 else []), (draw.randint(-(-3 * sets // 4), sets), block[runner])):
                at += 1
                cheats = runner == 1 and at % every == 0
                found.append(cheat(draw, calls) if cheats else _measured(draw, chain(draw, calls, host, device)))
        rows.append(block)
    cache = SimpleNamespace(device=target, busy=3e-4, bytes_per_second=3e12)
    return samples_of(Measurement(rows, singles, [[], []], _EMPTY, [sets, sets], 1 << 20, cache))


class Chains(unittest.TestCase):
    def honest(self, host: float, device: float) -> Samples:
        return _samples(lambda draw, calls: _measured(draw, _chain(draw, calls, host, device)), 1, host, device)

    def test_an_honest_call_takes_the_longer_of_host_and_device_time_without_suspicion(self):
        for host, device in ((1e-5, 1e-4), (3e-5, 6e-6), (1e-5, 1.1e-5), (6e-5, 1e-3), (2e-4, 2e-4), (5e-4, 4e-4)):
            found = self.honest(host, device)
            self.assertEqual((found.suspicion, found.had_company), ("", False))
            self.assertAlmostEqual(found.fastest_us(1), 1e6 * max(host, device), delta=1.0 + 3e4 * max(host, device))

    def test_work_deferred_to_the_end_of_a_chain_is_suspicious(self):
        def defers(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 1e-4 + 1e-6 * calls, 30e-6 + 1e-6 * calls))

        self.assertRegex(_samples(defers).suspicion, r"single ones show .* \(the fastest took 1 us until forward returned, and then 10\d(\.\d+)? us of the device\)")

    def test_a_first_call_that_does_the_work_of_all_calls_is_suspicious(self):
        def looks_ahead(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 2e-4 + 1e-6 * calls, 30e-6 + 2e-4 + 1e-6 * calls))

        self.assertIn("single ones show", _samples(looks_ahead).suspicion)

    def test_with_two_sets_single_calls_show_what_a_chain_of_two_saves(self):
        def defers(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 5e-3, 30e-6 + 1e-5 * calls))

        found = _samples(defers, device=5e-3, sets=2)
        self.assertIn("single ones show", found.suspicion)
        self.assertGreater(found.fastest_us(1), 4500)

    def test_with_one_set_every_chain_is_a_single_call(self):
        found = _samples(lambda draw, calls: _measured(draw, _chain(draw, calls, 1e-5, 5e-3)), device=5e-3, sets=1)
        self.assertEqual(found.suspicion, "")
        for parts in found.parts:
            self.assertAlmostEqual(parts["launch"], 1e-5, delta=1e-6)
            self.assertAlmostEqual(parts["device"], 5e-3, delta=2e-5)

    def test_a_part_at_once_and_the_rest_at_the_end_gains_at_most_what_the_manual_says(self):
        """A batch of parts costs no more here than one part. The best of all splits counts, however suspicious."""
        for work, sets, most in ((6e-5, 64, 5.5), (1e-4, 64, 3.7), (5e-4, 17, 2.6), (2e-3, 5, 2.2), (8e-3, 2, 1.7)):
            gains = []
            for percent in range(30, 91, 5):
                def splits(draw: random.Random, calls: int, work=work, share=percent / 100) -> Measured:
                    return _measured(draw, Chain(calls, 40e-6 + work + calls * 1e-7, 30e-6 + share * work + calls * 1e-7))

                gains.append(_samples(splits, device=work, sets=sets, blocks=4).ratio(0, 1)["median"])
            with self.subTest(work=work, sets=sets):
                self.assertLess(max(gains), most)
                self.assertGreater(max(gains), most - 0.4)

    def test_what_single_calls_leave_for_the_hand_over_hides_as_much_as_the_manual_says(self):
        """Chains do their work in one batch, which costs no more than one call. The slack of the hand-over hides a part of a single call."""
        left = 3e-5
        for work, sets, most in ((1e-4, 64, 6.5), (5e-4, 17, 2.6)):
            gains = []
            for percent in range(0, 101, 5):
                def leaves(draw: random.Random, calls: int, work=work, share=percent / 100) -> Measured:
                    own = work - left if calls == 1 else work
                    return _measured(draw, Chain(calls, 40e-6 + own + calls * 1e-7, 30e-6 + share * own + calls * 1e-7), given=left if calls == 1 else 0.0)

                gains.append(_samples(leaves, device=work, sets=sets, blocks=4).ratio(0, 1)["median"])
            with self.subTest(work=work, sets=sets):
                self.assertLess(max(gains), most)
                self.assertGreater(max(gains), most - 0.4)

    def test_the_start_of_a_chain_is_charged_to_no_call(self):
        def cold(draw: random.Random, calls: int, host: float, device: float) -> Chain:
            chain = _chain(draw, calls, host, device)
            return Chain(calls, chain.seconds + 7e-5, chain.host + 7e-5)

        for device, sets in ((5e-4, 4), (1e-4, 64), (2e-3, 2)):
            found = _samples(lambda draw, calls, device=device: _measured(draw, cold(draw, calls, 1e-5, device)), device=device, sets=sets, chain=cold)
            self.assertEqual(found.suspicion, "")
            for runner in (0, 1):
                self.assertAlmostEqual(found.fastest_us(runner), 1e6 * device, delta=1 + 0.01e6 * device)

    def test_a_candidate_is_granted_three_percent_more_start_than_the_baseline_shows(self):
        """Chains of four calls of 500 us. The host of the candidate is cold, or does work of all calls in the first one."""
        for more, least, most in ((5e-5, 499, 503), (4e-4, 0.97 * 600 - 1, 590)):
            def waits(draw: random.Random, calls: int, more=more) -> Measured:
                chain = _chain(draw, calls, 1e-5, 5e-4)
                return _measured(draw, Chain(calls, chain.seconds + more, chain.host + more))

            found = _samples(waits, device=5e-4, sets=4).fastest_us(1)
            self.assertTrue(least < found < most, found)

    def test_a_busy_hosts_baseline_grants_a_candidate_no_start(self):
        """Most single calls of the baseline take 1 ms longer. The candidate does work of all calls in the first one."""

        def busy(draw: random.Random, calls: int, host: float, device: float) -> Chain:
            chain, more = _chain(draw, calls, host, device), 1e-3 if calls == 1 and draw.random() < 0.7 else 0.0
            return Chain(calls, chain.seconds + more, chain.host + more)

        def starts(draw: random.Random, calls: int) -> Measured:
            chain = _chain(draw, calls, 1e-5, 5e-4)
            return _measured(draw, Chain(calls, chain.seconds + 4e-4, chain.host + 4e-4))

        self.assertGreater(_samples(starts, device=5e-4, sets=4, chain=busy).fastest_us(1), 0.97 * 600 - 1)

    def test_a_trusted_baseline_is_never_charged_for_its_single_calls(self):
        def slow_alone(draw: random.Random, calls: int, host: float, device: float) -> Chain:
            return _chain(draw, calls, host, device if calls > 1 else 9 * device)

        found = _samples(lambda draw, calls: _measured(draw, _chain(draw, calls, 1e-5, 1e-4)), chain=slow_alone)
        self.assertAlmostEqual(found.fastest_us(0), 100, delta=5)

    def test_work_that_a_single_call_leaves_for_later_counts_as_its_own(self):
        """A chain does all work in a call that is sure to come. A call that ends alone leaves its own to the steps after it, and looks short."""
        for target, host, device in (("cuda", 1e-5, 1e-4), ("cpu", 1e-4, 1e-6)):
            for part in ("vanished", "given"):
                def batches(draw: random.Random, calls: int, part=part) -> Measured:
                    whole = Chain(calls, 40e-6 + 2e-4 + 1e-6 * calls, 30e-6 + 2e-4 + 1e-6 * calls)
                    return _measured(draw, whole) if calls > 1 else _measured(draw, Chain(1, 41e-6, 31e-6), **{part: 2e-4})

                with self.subTest(target=target, part=part):
                    self.assertLess(_samples(batches, host=host, device=device, target=target).ratio(0, 1)["median"], 2)

    def test_on_a_cpu_work_inside_a_system_call_that_outlasts_the_chain_gains_no_time(self):
        def works_on(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + calls * 2e-5, 30e-6 + calls * 2e-5), vanished=calls * 8e-5)

        self.assertLess(_samples(works_on, host=1e-4, device=1e-6, target="cpu").ratio(0, 1)["low"], 1.05)

    def test_on_a_cpu_a_chain_ends_with_the_last_forward(self):
        def defers(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + 2e-3, 30e-6))

        def honest(draw: random.Random, calls: int) -> Measured:
            return _measured(draw, Chain(calls, 40e-6 + calls * 1e-4, 30e-6 + calls * 1e-4))

        self.assertIn("forward returned before", _samples(defers, device=1e-6, host=1e-4, target="cpu").suspicion)
        self.assertEqual(_samples(honest, device=1e-6, host=1e-4, target="cpu").suspicion, "")


class OnACpu(unittest.TestCase):
    """Nothing overlaps on a CPU. Caches are cold for the first call of a chain, for baseline and candidate alike."""

    @staticmethod
    def chain(draw: random.Random, calls: int, call: float, cold: float) -> Chain:
        seconds = calls * call + cold + draw.uniform(0, 3e-6)
        return Chain(calls, 40e-6 + seconds, 30e-6 + seconds)

    def found(self, candidate, sets: int = 32) -> Samples:
        """The samples of a baseline with calls of 100 us, of which the first takes 200 us longer."""
        return _samples(lambda draw, calls: _measured(draw, candidate(draw, calls)), host=1e-4, device=2e-4, target="cpu", sets=sets, chain=self.chain)

    def test_a_first_call_that_does_the_work_of_all_gains_no_time(self):
        for sets in (2, 3, 32):
            def looks_ahead(draw: random.Random, calls: int, sets=sets) -> Chain:
                return self.chain(draw, calls, 5e-6, 2e-4 + sets * 1e-4)  # the first call does the work of all; the others mend a row each

            with self.subTest(sets=sets):
                self.assertLess(self.found(looks_ahead, sets).ratio(0, 1)["high"], 1.05)

    def test_a_batch_that_costs_no_more_than_one_call_gains_little(self):
        """As a product with one large matrix does, whose reading takes the time: see `h22_batched_rows`."""
        found = self.found(lambda draw, calls: self.chain(draw, calls, 5e-6, 2e-4 + 9.5e-5))
        self.assertLess(found.ratio(0, 1)["median"], 1.95)

    def test_an_honest_call_is_not_charged_for_cold_caches(self):
        for call, cold in ((1e-4, 2e-4), (2e-5, 2e-4), (2e-5, 0.0), (2e-5, 2.2e-4)):
            found = self.found(lambda draw, calls, call=call, cold=cold: self.chain(draw, calls, call, cold), 32)
            self.assertEqual(found.suspicion, "")
            self.assertAlmostEqual(found.fastest_us(1), 1e6 * (call + cold / 28), delta=1e6 * (0.02 * call + cold / 100 + 1e-6))

    def test_on_a_busy_host_honest_calls_are_rarely_charged(self):
        """Waking up takes 0.1 to 10 ms, up to a hundred times as long as a call, and there are few single calls. Both sides are alike."""
        def busy(draw: random.Random, calls: int, call: float, cold: float) -> Chain:
            return self.chain(draw, calls, call, cold + 10 ** draw.uniform(-4, -2))

        charged = 0
        for seed in range(100):
            found = _samples(lambda draw, calls: _measured(draw, busy(draw, calls, 1e-4, 2e-4)), 1, 1e-4, 2e-4, 2, "cpu", 32, busy, seed)
            charged += min(found.calls(1)) > 1.5 * min(found.calls(0))
        self.assertLess(charged, 8)

    def test_without_a_chain_of_the_baseline_nothing_is_known_of_cold_caches(self):
        found = self.found(lambda draw, calls: self.chain(draw, calls, 1e-4, 5e-4), sets=1)
        self.assertAlmostEqual(found.fastest_us(1), 600, delta=5)


class Inputs(unittest.TestCase):
    def test_a_runner_with_fewer_slots_may_take_as_long_to_get_its_inputs(self):
        draw, rows, singles = random.Random(3), [], []
        for _ in range(12):
            base = [_measured(draw, _chain(draw, 2, 1e-5, 8e-4), put=6e-3) for _pass in range(2)]
            own = [_measured(draw, _chain(draw, 1, 1e-5, 8e-4), put=7e-3) for _pass in range(2)]
            singles.append(_measured(draw, _chain(draw, 1, 1e-5, 8e-4), put=5e-3))
            rows.append([base, own])
        cache = SimpleNamespace(device="cuda", busy=3e-4, bytes_per_second=3e12)
        found = samples_of(Measurement(rows, [singles, []], [[], []], _EMPTY, [2, 1], 1 << 30, cache))
        self.assertTrue(all(seconds < 8.8e-4 for block in found.rows for seconds in block[1]), found.rows)


class Trusted(unittest.TestCase):
    def seconds(self, **trusted) -> "list[float]":
        draw, rows, singles = random.Random(4), [], [[], []]
        for _ in range(12):
            block = [[_measured(draw, _chain(draw, 8, 1e-5, 1e-4), **more) for _pass in range(2)] for more in ({}, {"woken": 8e-3})]
            for at, more in enumerate(({}, {"woken": 8e-3})):
                singles[at].append(_measured(draw, _chain(draw, 1, 1e-5, 1e-4), **more))
            rows.append(block)
        cache = SimpleNamespace(device="cuda", busy=3e-4, bytes_per_second=3e12)
        found = samples_of(Measurement(rows, singles, [[], []], _EMPTY, [8, 8], 1 << 20, cache, **trusted))
        return [seconds for block in found.rows for seconds in block[1]]

    def test_a_baseline_that_wakes_up_slowly_is_not_charged(self):
        self.assertLess(max(self.seconds(trusted=frozenset({0, 1}))), 1.2e-4)

    def test_a_candidate_is(self):
        self.assertGreater(min(self.seconds()), 1e-3)


class WaitingForTheHost(unittest.TestCase):
    """Late inputs take the host 6 us per call and the device 1 us."""

    EMPTY = replace(_EMPTY, each_host=6e-6, each_device=1e-6)

    def samples(self, host: float, device: float, held: int = 4, blocked: float = 0.0) -> Samples:
        """`blocked`: seconds that the host waits while the device is held."""
        draw, rows, singles = random.Random(6), [], [[], []]
        chain = lambda calls: _measured(draw, _chain(draw, calls, host + 6e-6, device + 1e-6))
        queued = lambda calls: _measured(draw, Chain(calls, 20e-6 - 1e-6 + calls * (device + 1e-6) + draw.uniform(0, 1e-6), calls * host + blocked))
        for _ in range(12):
            rows.append([[chain(40) for _pass in range(2)] for _runner in range(2)])
            for single in singles:
                single.append(chain(1))
        cache = SimpleNamespace(device="cuda", busy=3e-4, bytes_per_second=3e12)
        waiting = [[queued(40) for _ in range(held)] for _runner in range(2)]
        return samples_of(Measurement(rows, singles, waiting, self.EMPTY, [40, 40], 1 << 20, cache))

    def microseconds(self, *parts: float, **more) -> float:
        """Of the candidate's call."""
        return self.samples(*parts, **more).fastest_us(1)

    def test_late_inputs_are_not_counted_whichever_side_the_call_waits_for(self):
        for host, device in ((20e-6, 5e-6), (20e-6, 19e-6), (20e-6, 23e-6), (20e-6, 60e-6), (100e-6, 20e-6)):
            self.assertAlmostEqual(self.microseconds(host, device), 1e6 * max(host, device), delta=1.2, msg=(host, device))

    def test_without_the_time_of_the_device_a_call_that_waits_for_the_host_counts_in_full(self):
        for more in ({"held": 0}, {"held": 1}, {"blocked": 0.9 * HELD_SECONDS}):
            self.assertAlmostEqual(self.microseconds(20e-6, 5e-6, **more), 25.0, delta=1.2, msg=more)

    def test_a_candidate_never_takes_less_than_a_late_input(self):
        self.assertAlmostEqual(self.microseconds(1e-6, -2e-6), 1.0, delta=0.2)  # it merged the launch, and says that its device needs nothing

    def test_an_overhead_without_a_held_device_is_that_of_the_host(self):
        chain = lambda calls, held: Chain(calls, 40e-6 + calls * 5e-6, 2 * HELD_SECONDS if held else 30e-6)
        found = learned(chain, "cuda")
        self.assertEqual((found.each_device, found.held), (found.each_host, found.single))

    def test_both_parts_of_a_call_are_told(self):
        for more, told in (({}, {"launch": 20e-6, "device": 5e-6}), ({"blocked": 0.9 * HELD_SECONDS}, {"launch": 20e-6})):
            parts = self.samples(20e-6, 5e-6, **more).parts[1]
            self.assertEqual(set(parts), set(told))
            for name, seconds in told.items():
                self.assertAlmostEqual(parts[name], seconds, delta=5e-7)

    def test_the_device_is_held_in_some_chains_of_calls_that_wait_for_the_host(self):
        held = [[], [None] * 4]
        cache = SimpleNamespace(device="cuda")
        measured = Measurement([], [[], []], held, self.EMPTY, [40, 40], 1 << 20, cache)
        by_host, by_device = Chain(40, 1e-3, 0.95e-3), Chain(40, 1e-3, 0.5e-3)
        self.assertEqual([measured.needs_held(0, by_host), measured.needs_held(0, by_device), measured.needs_held(1, by_host)], [True, False, False])

    def test_the_device_is_held_in_some_chains_of_few_calls(self):
        few = [Measurement([], [[], []], [[], []], self.EMPTY, [sets, sets], 1 << 20, SimpleNamespace(device="cuda")) for sets in (1, 2, 15, 16)]
        self.assertEqual([each.needs_held(0, Chain(2, 1e-3, 0.5e-3)) for each in few], [False, True, True, False])


class FewCalls(unittest.TestCase):
    """Chains of three or four calls of 530 us, with late inputs as in `WaitingForTheHost`. The first launch is late, at times much more or less."""

    DEVICE, EMPTY = 530e-6, WaitingForTheHost.EMPTY

    def samples(self, held: float, starts: "tuple[float, ...]" = (40e-6, 90e-6, 90e-6, 140e-6), host: float = 0.0, blocked: float = 60e-6, sets: int = 4) -> Samples:
        """`held`: seconds of a held device per call, in chains whose host took `blocked` seconds. `host`: seconds from the first launch until its
        forward returns."""
        draw, rows, singles, held_chains = random.Random(8), [], [[], []], [[], []]
        each = self.DEVICE + 1e-6
        late = lambda calls, start: _measured(draw, Chain(calls, 40e-6 - 1e-6 + start + calls * each, 30e-6 + start + host + 20e-6 * calls))
        for _ in range(12):
            rows.append([[late(draw.randint(sets - 1, sets), draw.choice(starts)) for _pass in range(2)] for _runner in range(2)])
            for runner in range(2):
                singles[runner].append(late(1, min(starts)))
                if len(held_chains[runner]) < 4:
                    held_chains[runner].append(_measured(draw, Chain(2, 20e-6 - 1e-6 + 2 * (held + 1e-6), blocked)))
        cache = SimpleNamespace(device="cuda", busy=3e-4, bytes_per_second=3e12)
        return samples_of(Measurement(rows, singles, held_chains, self.EMPTY, [sets, sets], 1 << 20, cache))

    def microseconds(self, runner: int, *parts, **more) -> float:
        return 1e6 * median(self.samples(*parts, **more).calls(runner))

    def test_the_start_of_a_chain_is_what_exceeds_its_calls_on_a_held_device(self):
        for runner in range(2):
            self.assertAlmostEqual(self.microseconds(runner, self.DEVICE), 530, delta=6)

    def test_a_kernel_that_does_less_where_the_device_is_held_gains_six_percent_at_most(self):
        for held in (0.0, 2e-4, 4e-4):
            found = self.microseconds(1, held, starts=(0.0,), host=400e-6)
            self.assertGreater(found, 0.93 * 530)
            self.assertLess(found, 0.96 * 530)

    def test_with_many_sets_a_held_device_shows_no_start(self):
        self.assertGreater(self.microseconds(1, 4e-4, starts=(0.0,), host=400e-6, sets=16), 0.985 * 530)

    def test_a_device_that_is_slower_in_a_row_starts_at_most_as_late_as_the_host_of_the_first_call(self):
        found = self.microseconds(0, self.DEVICE - 60e-6, starts=(0.0,), host=40e-6)
        self.assertGreater(found, 530 - (40 + 30) / 3)
        self.assertLess(found, 530 - 40 / 4)

    def test_the_device_part_is_told_where_no_chain_could_hold_the_device(self):
        for part in self.samples(self.DEVICE, blocked=HELD_SECONDS).parts:
            self.assertAlmostEqual(1e6 * part["device"], 530, delta=30)


class Lengths(unittest.TestCase):
    def test_one_chain_in_four_is_preceded_by_a_single_call_where_a_chain_has_two_calls_or_more(self):
        for sets, singles in ((1, 0), (2, 25), (64, 25)):
            lengths = chain_plan.Lengths(sets)
            self.assertEqual(sum(lengths.single_first() for _ in range(100)), singles)
            self.assertTrue(all(-(-3 * sets // 4) <= lengths.chain() <= sets for _ in range(50)))

    def test_the_number_of_calls_is_secret_from_four_sets_on(self):
        for sets in (4, 5, 19):
            lengths = chain_plan.Lengths(sets)
            self.assertGreater(len({lengths.chain() for _ in range(200)}), 1)

    def test_memory_alone_limits_a_chain_to_one_call(self):
        for target in ("cuda", "cpu"):
            self.assertEqual(chain_plan.sets_for(target, 10.0, 10.0, 1 << 20, 1 << 19, 1 << 40), 2)
            self.assertEqual(chain_plan.sets_for(target, 1e-6, 1e-6, 1 << 30, 1 << 29, 1 << 30), 1)

    def test_a_chain_on_a_gpu_leaves_memory_for_its_warm_up_calls(self):
        def sets(target: str, fitting: int, outputs: float = 0.0) -> int:
            """Where memory has room for `fitting` input sets, and outputs have this multiple of their size."""
            free = 1 << 40
            inputs = {"cuda": 0.16, "cpu": 0.05}[target] * free / (fitting + 0.5)
            return chain_plan.sets_for(target, 1e-6, 1e-6, int((1 + outputs) * inputs), int(inputs), free)

        self.assertEqual([sets("cuda", fitting) for fitting in (1, 2, 3, 4, 5, 20)], [1, 2, 3, 4, 4, 19])
        self.assertEqual([sets("cuda", 6, outputs=0.5), sets("cuda", 20, outputs=1.0)], [4, 10])  # the outputs of warm-up calls are gone
        self.assertEqual([sets("cpu", fitting) for fitting in (1, 2, 3, 4, 5, 20)], [1, 2, 3, 4, 5, 20])


class EmptyChains(unittest.TestCase):
    @staticmethod
    def learned(busy: float) -> Overhead:
        """The overhead of empty chains that leftover work makes `busy` times as long."""
        return learned(lambda calls, _held: Chain(calls, busy * (40e-6 + calls * 1e-5), busy * (30e-6 + calls * 1e-5)), "cuda")

    def test_leftover_work_of_a_candidate_does_not_enlarge_what_is_subtracted(self):
        quiet, inflated = self.learned(1.0), self.learned(3.0)
        self.assertGreater(inflated.single, 2.9 * quiet.single)
        self.assertEqual(inflated.bounded(quiet), replace(quiet, least=inflated.least))
        self.assertEqual(quiet.bounded(inflated), quiet)

    def test_an_overhead_on_a_cpu_counts_for_a_minute_for_the_same_buffers(self):
        made, slow = [], 1.0

        def cold(calls: int, _held: bool) -> Chain:
            made.append(calls)
            return Chain(calls, slow * 40e-6, slow * 30e-6)

        class Buffers: ...

        one, other, overheads = Buffers(), Buffers(), Overheads()
        with mock.patch("judge.oracle.timing.overhead.time.monotonic", side_effect=[0.0, 30.0, 40.0, 100.0, 110.0]):
            first = overheads.of(one, "cpu", cold)
            chains, slow = len(made), 2.0
            self.assertEqual((overheads.of(one, "cpu", cold), len(made)), (first, chains))  # after 30 s
            self.assertEqual((overheads.of(other, "cpu", cold).single, len(made)), (first.single, 2 * chains))
            overheads.of(one, "cpu", cold)  # after 100 s
        self.assertEqual(len(made), 3 * chains)

    def test_nothing_is_timed_before_the_overhead_is_known_and_it_is_not_learned_beside_a_candidate(self):
        oracle = Oracle()
        with self.assertRaisesRegex(RuntimeError, "before the overhead of empty chains is known"):
            oracle._measured(["eager", "candidate-1"], {}, "search", SimpleNamespace())
        oracle._clients["candidate-1"] = SimpleNamespace(is_baseline=False)
        with self.assertRaisesRegex(RuntimeError, "before a candidate exists"):
            oracle.noise()


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
