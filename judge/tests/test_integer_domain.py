"""Integers beyond what a task's own can mean, and numbers far smaller or larger than the task's: which failures are wrong, which unproven."""

import unittest
from types import SimpleNamespace
from typing import Any
from unittest import mock

import torch

from judge.oracle import extremes
from judge.oracle.disguised import disguised
from judge.oracle.shapes import Shape
from judge.oracle.special_failures import check_special, failing_kinds
from judge.oracle.unproven import unproven, wrong_on_rare_values
from judge.oracle.task.admission import Admission
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.special_check import ARGUMENTS
from judge.oracle.task.special_checks import SpecialChecks
from judge.protocol.errors import Failure
from judge.tests.test_special_checks import checks_of, reference

_PLACES = "    def forward(self, table, at):\n        return table[at]"
_PLACES_INPUTS = "def get_inputs():\n    return [torch.randn(40, 8), torch.randint(0, 40, (64,))]\n"
_LENGTHS = "    def forward(self, x, lengths):\n        return x.masked_fill(torch.arange(x.shape[1]) >= lengths[:, None], 0)"
_LENGTHS_INPUTS = "def get_inputs():\n    return [torch.randn(64, 16), torch.full((64,), 16)]\n"


class Candidate:
    """Stands for a runner with the kernel `answer`, which takes the inputs of a call. `ends`: an error is the end of its device."""

    def __init__(self, answer, ends=False):
        self._answer, self.beyond, self._ends, self._lost = answer, [], ends, False

    def reload(self, _state):
        pass

    def expect_answer(self):
        if self._lost:
            raise Failure(status="crashed", stage="profile", problem="the device is lost")

    def answered(self, inputs, _keep=False):
        try:
            if self._lost:
                raise IndexError("the device is lost")
            return [self._answer(*inputs)]
        except IndexError as error:
            self._lost = self._ends
            raise Failure(status="crashed", stage="correctness", problem=f"ModelNew raised {error}") from error


def judged(own, answer) -> "list[str]":
    """The names that are unproven after all checks of arguments. Raises Failure if the candidate is wrong."""
    candidate, found = Candidate(answer), []
    for check in checks_of(own).checks:
        if check.unproven:
            found += failing_kinds(own, candidate, check) if check.group == ARGUMENTS else []
            continue
        check_special(own, candidate, check)
        found += wrong_on_rare_values(own, candidate, check) if check.rare else []
    return list(dict.fromkeys([*candidate.beyond, *found]))


def judged_on_gpu(own, answer, rare=True) -> "list[str]":
    """As `judged`, where an error ends the candidate. Not `rare`: as a search judges it."""
    candidate = Candidate(answer, ends=True)
    with mock.patch.object(SpecialChecks, "_errors_end", True):
        special = checks_of(own)
    for check in special.checks:
        if not check.unproven:
            check_special(own, candidate, check)
    draws: Any = SimpleNamespace(special=special, other_mode=None, structured=None, timed=[], layouts=[])
    return [name for name in unproven(own, draws, candidate, rare)[0] if name.startswith("values of ")]


def by_memory(table, at):
    """Reads behind the place before, as a kernel with flat addresses does for a negative index."""
    found = table.roll(1, 0)[at]
    return torch.where(at[:, None] < 0, found, table[at])


def last_step(x, lengths):
    x.gather(1, (lengths - 1).clamp(min=0)[:, None]) if int(lengths.max()) <= x.shape[1] else x[:, lengths - 1]
    return x.masked_fill(torch.arange(x.shape[1]) >= lengths[:, None], 0)


class Domains(unittest.TestCase):
    def test_an_index_that_would_count_from_the_end_is_unproven_below_zero(self):
        own = reference(_PLACES, _PLACES_INPUTS)
        self.assertEqual(judged(own, lambda table, at: table[at]), [])
        self.assertEqual(judged(own, by_memory), ["values of at"])
        self.assertEqual(checks_of(own).facts()["rareRows"]["values of at"], "")

    def test_a_length_of_zero_that_reads_the_last_place_is_unproven(self):
        model = "    def forward(self, x, lengths):\n        return x[torch.arange(len(x)), lengths - 1]"
        own = reference(model, "def get_inputs():\n    return [torch.randn(64, 16), torch.randint(1, 17, (64,))]\n")
        self.assertEqual(judged(own, lambda x, lengths: x.gather(1, (lengths - 1).clamp(min=0)[:, None])[:, 0]), ["values of lengths"])
        with self.assertRaisesRegex(Failure, "wrong for"):
            judged(own, lambda x, lengths: x[:, -1])

    def test_a_length_beyond_a_table_that_a_slice_cuts_is_unproven(self):
        model = "    def forward(self, x, lengths):\n        return torch.stack([row[:n].sum() for row, n in zip(x, lengths.tolist())])"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 64), torch.randint(20, 50, (8,))]\n")
        beyond = torch.full((8, 64), 7.0)

        def reads_on(x, lengths):
            return torch.stack([row[: max(n, 0)].sum() for row, n in zip(torch.cat([x, beyond], 1), lengths.tolist())])

        self.assertEqual(judged(own, reads_on), ["values of lengths"])

    def test_the_least_of_few_lengths_decides_nothing(self):
        model = "    def forward(self, x, at):\n        return x[torch.arange(len(x))[:, None], at]"
        inputs = "def get_inputs():\n    return [torch.randn(2, 16), torch.randint(0, 16, (2, 2))]\n"  # 0 is often not drawn
        for _opening in range(4):
            found = judged(reference(model, inputs), lambda x, at: x.gather(1, at.clamp(min=0)))
            self.assertEqual(found, ["values of at"])

    def test_slices_that_the_task_cuts_itself_must_be_right(self):
        model = "    def forward(self, x, starts):\n        return torch.stack([row[n : n + 16].sum() for row, n in zip(x, starts.tolist())])"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 64), torch.randint(40, 64, (8,))]\n")
        with self.assertRaisesRegex(Failure, "wrong for"):
            judged(own, lambda x, starts: torch.stack([row[: n + 16][-16:].sum() for row, n in zip(x, starts.tolist())]))

    def test_a_negative_number_that_the_reference_skips_must_be_right(self):
        skips = _PLACES.replace("table[at]", "torch.where(at[:, None] < 0, 0.0, table[at])")
        with self.assertRaisesRegex(Failure, "arguments: at"):
            judged(reference(skips, _PLACES_INPUTS), lambda table, at: table[at])

    def test_a_count_below_zero_that_means_zero_is_unproven(self):
        own = reference(_LENGTHS, _LENGTHS_INPUTS.replace("torch.full((64,), 16)", "torch.randint(1, 13, (64,))"))
        self.assertEqual(judged(own, lambda x, lengths: x.masked_fill(torch.arange(16) >= lengths.abs()[:, None], 0)), ["values of lengths"])
        with self.assertRaisesRegex(Failure, "arguments: lengths"):
            judged(own, lambda x, lengths: x.masked_fill(torch.arange(16) >= lengths.clamp(min=1)[:, None], 0))

    def test_a_negative_number_beside_the_drawn_ones_that_means_zero_is_unproven(self):
        model = "    def forward(self, x, labels):\n        own = x.gather(1, labels.clamp(min=0)[:, None])[:, 0]\n        return (own * (labels != -100)).sum()"
        own = reference(model, "def get_inputs():\n    labels = torch.randint(0, 16, (64,))\n    labels[::4] = -100\n    return [torch.randn(64, 16), labels]\n")

        def leaves_out(x, labels):
            return (x.gather(1, labels.clamp(min=0)[:, None])[:, 0] * (labels >= 0)).sum()

        self.assertEqual(judged(own, leaves_out), ["values of labels"])
        with self.assertRaisesRegex(Failure, "arguments: labels"):
            judged(own, lambda x, labels: (x.gather(1, labels.clamp(min=0)[:, None])[:, 0] * (torch.arange(64) % 4 != 0)).sum())

    def test_negative_numbers_of_which_the_task_draws_many_must_be_right(self):
        own = reference("    def forward(self, x, at):\n        return x * at.clamp(min=0)", "def get_inputs():\n    return [torch.randn(64), torch.randint(-50, 50, (64,))]\n")
        with self.assertRaisesRegex(Failure, "arguments: at"):
            judged(own, lambda x, at: x * torch.where((at < 0) & (at >= -50), 0, at))

    def test_a_place_that_a_list_counts_from_the_end_is_unproven(self):
        own = reference("    def forward(self, table, at):\n        rows = list(table)\n        return torch.stack([rows[each] for each in at.tolist()])", _PLACES_INPUTS)
        self.assertEqual(judged(own, by_memory), ["values of at"])

    def test_padding_within_a_row_is_unproven_and_more_of_it_must_be_right(self):
        model = "    def forward(self, x, stops):\n        counts = (stops >= 0).sum(1)\n        return torch.stack([row[own[:n].clamp(min=0)].sum() for row, own, n in zip(x, stops, counts.tolist())])"
        inputs = "def get_inputs():\n    stops = torch.randint(0, 16, (8, 6))\n    stops[:, 4:] = -1\n    return [torch.randn(8, 16), stops]\n"
        own = reference(model, inputs)
        until_padding = lambda x, stops: (x.gather(1, stops.clamp(min=0)) * (stops >= 0).cumprod(1)).sum(1)  # noqa: E731
        self.assertEqual(judged(own, until_padding), ["values of stops"])
        with self.assertRaisesRegex(Failure, "arguments: stops"):
            judged(own, lambda x, stops: x.gather(1, stops[:, :4].clamp(min=0)).sum(1))

    def test_a_task_that_counts_from_the_end_itself_must_be_right(self):
        inputs = _PLACES_INPUTS.replace("randint(0,", "randint(-40,")
        with self.assertRaisesRegex(Failure, "wrong for"):
            judged(reference(_PLACES, inputs), by_memory)

    def test_a_candidate_may_refuse_lengths_beyond_the_longest(self):
        own = reference(_LENGTHS, _LENGTHS_INPUTS)
        self.assertEqual(judged(own, last_step), ["values of lengths"])

    def test_a_candidate_may_refuse_such_lengths_with_its_end(self):
        self.assertEqual(judged_on_gpu(reference(_LENGTHS, _LENGTHS_INPUTS), last_step), ["values of lengths"])

    def test_rare_values_of_one_argument_do_not_excuse_another_one_on_a_gpu(self):
        model = "    def forward(self, x, at, lengths):\n        return x[at].masked_fill(torch.arange(16) >= lengths[:, None], 0)"
        inputs = "def get_inputs():\n    return [torch.randn(64, 16), torch.randperm(64), torch.full((64,), 16)]\n"

        def lost(x, at, lengths):
            return torch.where((lengths > 16)[:, None], 0.0, x[at].masked_fill(torch.arange(16) >= lengths[:, None], 0))

        with self.assertRaisesRegex(Failure, "arguments: .*lengths"):
            judged_on_gpu(reference(model, inputs), lost)

    def test_a_wrong_answer_for_such_lengths_is_wrong_where_errors_end_candidates(self):
        def lost(x, lengths):
            return torch.where((lengths > x.shape[1])[:, None], 0.0, x.masked_fill(torch.arange(x.shape[1]) >= lengths[:, None], 0))

        for rare in (True, False):
            with self.subTest(rare=rare), self.assertRaisesRegex(Failure, "arguments: lengths"):
                judged_on_gpu(reference(_LENGTHS, _LENGTHS_INPUTS), lost, rare)

    def test_a_wrong_answer_for_lengths_beyond_the_longest_is_wrong(self):
        def lost(x, lengths):
            return torch.where((lengths > x.shape[1])[:, None], 0.0, x.masked_fill(torch.arange(x.shape[1]) >= lengths[:, None], 0))

        with self.assertRaisesRegex(Failure, "arguments: lengths"):
            judged(reference(_LENGTHS, _LENGTHS_INPUTS), lost)

    def test_a_candidate_that_is_wrong_within_the_domain_is_wrong(self):
        def raises(x, lengths):
            last_step(x, lengths)
            return x

        with self.assertRaisesRegex(Failure, "arguments: lengths"):
            judged(reference(_LENGTHS, _LENGTHS_INPUTS), raises)

    def test_a_candidate_may_write_a_place_only_once_if_the_task_does(self):
        def written(x, at, order):
            found = torch.zeros(64, 8)
            for row in order(range(len(at))):
                if 0 <= int(at[row]) < 64:
                    found[at[row]] = x[row]
            return found

        def last_wins(x, at):
            return written(x, at, iter)

        def first_wins(x, at):
            return written(x, at, reversed)

        model = "    def forward(self, x, at):\n        found = torch.zeros(64, 8)\n        for row, place in enumerate(at.tolist()):\n            if 0 <= place < 64:\n                found[place] = x[row]\n        return found"
        distinct = "def get_inputs():\n    return [torch.randn(48, 8), torch.randperm(64)[:48]]\n"
        self.assertEqual(judged(reference(model, distinct), first_wins), ["values of at"])
        self.assertEqual(judged(reference(model, distinct), last_wins), [])
        with self.assertRaisesRegex(Failure, "wrong for"):
            judged(reference(model, distinct.replace("randperm(64)[:48]", "randint(0, 64, (48,))")), first_wins)

    def test_a_declared_range_is_the_domain(self):
        own = reference(_PLACES, _PLACES_INPUTS, 'valid = {"at": (0, 39)}\n')
        self.assertEqual((judged(own, by_memory), checks_of(own).bounded()), ([], []))

    def test_inputs_of_chains_stay_in_the_domain(self):
        own = reference(_LENGTHS, _LENGTHS_INPUTS)
        special, admission = checks_of(own), Admission(own, "fp32")
        admission.examine(SHIPPED)
        self.assertTrue(any(int(own.draw(check.seed, check.name)[1].max()) > 16 for check in special.checks))
        shape = Shape("", 1.0, own, admission, special)
        shape.prepare_effects(0)
        found = [each for name in {check.examined_as for check in special.checks} for each in disguised(shape, name, special.checks)]
        self.assertTrue(found)
        for each in found:
            self.assertLessEqual(int(each.inputs()[1].max()), 16)


class Numbers(unittest.TestCase):
    MODEL = "    def forward(self, cost, eps):\n        return torch.softmax(-cost / eps, 1)"
    INPUTS = "def get_inputs():\n    return [torch.rand(32, 16), 0.5]\n"

    def draws(self, more: str = "") -> "tuple":
        own = reference(self.MODEL, self.INPUTS, more)
        return own, extremes.of_numbers(own, checks_of(own))

    def test_a_small_number_meets_rows_without_a_small_value(self):
        own, found = self.draws('valid = {"cost": (0, 1)}\n')
        self.assertEqual({each.number[0].name for each in found}, {"eps"})

        def plain(inputs):
            weights = (-inputs[0] / inputs.skeleton["list"][1]["value"]).exp()
            return weights / weights.sum(1, keepdim=True)

        finite = []
        for each in found:
            inputs = own.draw(each.seed, each.name)
            self.assertTrue(bool((inputs[0] >= 0).all()) and bool((inputs[0] <= 1).all()))
            self.assertTrue(bool(own.eager(inputs)[0].isfinite().all()))
            finite.append(bool(plain(inputs).isfinite().all()))
        self.assertIn(False, finite)

    def test_a_declared_number_stays_in_its_range(self):
        own, found = self.draws('valid = {"eps": (0.25, 1.0)}\n')
        values = {own.draw(each.seed, each.name).skeleton["list"][1]["value"] for each in found}
        self.assertEqual(values, {0.25, 1.0})


if __name__ == "__main__":
    unittest.main()
