"""The structure of float inputs: it is found over several draws, kept by each hidden draw, and a failure without it is unproven."""

import unittest

import torch

from judge.oracle.task import special_rows
from judge.oracle.task.distributions import HIDDEN, changed
from judge.oracle.task.structure import structures_of
from judge.tests.test_special_checks import checks_of, reference


def own_structure(own):
    """The structure of an input that is the same in every draw."""
    return structures_of(lambda: [own])[0]


class Kept(unittest.TestCase):
    """Each hidden draw keeps what random values never have by chance."""

    def drawn(self, own):
        """All decisive hidden draws of an input: distributions, special rows of a part, and whole special draws."""
        found = own_structure(own)
        yield from (changed(name, own, found) for name in HIDDEN)
        for kind in (*special_rows.INSIDE, *special_rows.OUTSIDE):
            yield from (special_rows.filled(kind, [own], [found])[0], special_rows.planted([kind, "zeros"], [own], [found], len(own))[0][0])
        for kind in (special_rows.TWICE, special_rows.BOUNDARIES):
            yield special_rows.filled(kind, [torch.randn_like(own), own], [None, found])[1]
            yield special_rows.planted([kind, "zeros"], [torch.randn_like(own), own], [None, found], len(own))[0][1]

    def test_counts_stay_whole_and_never_fall_below_zero(self):
        torch.manual_seed(1)
        for found in self.drawn(torch.randint(2, 30, (16, 64)).float()):
            self.assertTrue(bool((found == found.round()).all()) and bool((found >= 0).all()))

    def test_whole_numbers_of_both_signs_stay_whole(self):
        torch.manual_seed(1)
        found = list(self.drawn(torch.randint(-9, 9, (16, 64)).float()))
        self.assertTrue(all(bool((each == each.round()).all()) for each in found))
        self.assertTrue(any(bool((each < 0).any()) for each in found))

    def test_probabilities_sum_to_one(self):
        torch.manual_seed(1)
        for dtype, near in ((torch.float32, 1e-4), (torch.bfloat16, 0.1)):
            for dim in (1, 0):
                for found in self.drawn(torch.randn(16, 64).softmax(dim).to(dtype)):
                    self.assertTrue(bool((found >= 0).all()))
                    self.assertLess(float((found.double().sum(dim) - 1).abs().max()), near)

    def test_sorted_values_stay_sorted(self):
        torch.manual_seed(1)
        for own, dim in ((torch.rand(16, 64).sort(1)[0], 1), (torch.rand(16, 8).sort(0)[0], 0), (torch.rand(32).cumsum(0), 0)):
            for found in self.drawn(own):
                self.assertFalse(bool((found.diff(dim=dim) < 0).any()))
            for found in self.drawn(-own):
                self.assertFalse(bool((found.diff(dim=dim) > 0).any()))

    def test_columns_without_negative_values_stay_so(self):
        torch.manual_seed(1)
        boxes = torch.cat([torch.rand(40, 2) * 100, 8 + torch.rand(40, 2) * 32, torch.rand(40, 1) * 3 - 1.5], 1)
        self.assertEqual(own_structure(boxes)["columns"], [0, 1, 2, 3])
        found = list(self.drawn(boxes))
        self.assertTrue(all(bool((each[:, :4] >= 0).all()) for each in found))
        self.assertTrue(any(bool((each[:, 4] < 0).any()) for each in found))
        for other in (torch.rand(40, 5), torch.randn(40, 5), torch.randn(40, 64).abs() * torch.randn(64).sign(), boxes[:8]):
            self.assertIsNone(own_structure(other))

    def test_triangles_stay_triangles(self):
        torch.manual_seed(1)
        for found in self.drawn(torch.randn(16, 8, 8).tril()):
            self.assertTrue(torch.equal(found, found.tril()))

    def test_covariances_stay_positive_definite(self):
        torch.manual_seed(1)
        factor = torch.randn(6, 8, 16)
        for own in (factor @ factor.transpose(1, 2) / 16, factor[0] @ factor[0].T / 16):
            for found in self.drawn(own):
                self.assertTrue(torch.equal(found, found.transpose(-1, -2)))
                self.assertTrue(bool((torch.linalg.eigvalsh(found.double()) > -1e-6 * found.double().abs().amax((-1, -2))[..., None]).all()))

    def test_symmetric_matrices_stay_symmetric(self):
        torch.manual_seed(1)
        own = torch.randn(6, 8, 8)
        for own in (own + own.transpose(1, 2), own[0] + own[0].T):
            for found in self.drawn(own):
                self.assertTrue(torch.equal(found, found.transpose(-1, -2)))

    def test_gates_with_many_zeros_keep_zeros_and_sums(self):
        torch.manual_seed(1)
        own = torch.zeros(16, 8).scatter(1, torch.rand(16, 8).topk(2, 1).indices, torch.rand(16, 2) + 0.1)
        own = own / own.sum(1, keepdim=True)
        for name in HIDDEN:
            found = changed(name, own, own_structure(own))
            self.assertTrue(bool((found[own == 0] == 0).all()), name)
            self.assertLess(float((found.sum(1) - 1).abs().max()), 1e-4, name)

    def test_counts_of_a_vector_stay_whole_in_the_rows_of_each_kind(self):
        torch.manual_seed(1)
        own = torch.randint(2, 30, (32,)).float()
        for kind in special_rows.OUTSIDE:
            [found] = special_rows.planted([kind, *special_rows.INSIDE, "offset", "minus"], [own], [own_structure(own)], 32)[0]
            self.assertTrue(bool((found == found.round()).all()) and bool((found >= 0).all()), kind)

    def test_values_that_a_half_type_rounds_to_whole_numbers_are_no_counts(self):
        torch.manual_seed(1)
        for dtype, low in ((torch.bfloat16, 200), (torch.float16, 1100)):
            own = (torch.rand(16, 64) * 100 + low).to(dtype)
            self.assertTrue(bool((own == own.round()).all()))
            self.assertTrue(bool((changed("flipped", own, own_structure(own)) < 0).all()))

    def test_ordinary_values_take_any_sign_and_size(self):
        torch.manual_seed(1)
        for own in (torch.randn(16, 64), torch.rand(16, 64)):
            found = torch.cat([each.flatten() for each in self.drawn(own)])
            self.assertTrue(bool((found < -100).any()) and bool((found > 100).any()))


class Found(unittest.TestCase):
    def test_several_draws_must_have_it(self):
        torch.manual_seed(1)
        draws = iter([torch.randint(0, 9, (4, 8)).float(), torch.randint(-9, 0, (4, 8)).float(), torch.randint(-9, 9, (4, 8)).float()])
        self.assertEqual(structures_of(lambda: [next(draws)]), [{"kind": "whole", "dim": None, "zeros": False}])
        draws = iter([torch.arange(8.0), torch.rand(8), torch.rand(8)])
        self.assertEqual(structures_of(lambda: [next(draws)]), [None])

    def test_zeros_in_other_places_each_time_are_no_structure(self):
        torch.manual_seed(1)
        self.assertEqual(structures_of(lambda: [torch.randn(8, 8).relu()]), [None])

    def test_values_without_structure_are_drawn_once(self):
        draws = []

        def draw():
            draws.append(1)
            return [torch.randn(8, 8), torch.rand(8, 8), torch.randint(0, 9, (8,)), torch.ones(8)]

        self.assertEqual((structures_of(draw), len(draws)), ([None] * 4, 1))


    def test_a_number_that_is_zero_in_every_draw_takes_other_values(self):
        self.assertFalse(own_structure(torch.zeros(1, dtype=torch.float64))["zeros"])

    def test_lengths_of_one_are_no_structure(self):
        """A reference that divides by the length means other vectors, too."""
        torch.manual_seed(1)
        self.assertIsNone(own_structure(torch.nn.functional.normalize(torch.randn(16, 4), dim=1)))


class Unproven(unittest.TestCase):
    MODEL = "    def forward(self, rate, count):\n        return F.poisson_nll_loss(rate, count, full=True, reduction='none').sum(1)"
    INPUTS = "def get_inputs():\n    return [torch.randn(32, 64), torch.randint(2, 30, (32, 64)).float()]\n"
    NAME = "values of count that are not whole"

    def test_values_without_the_structure_are_a_rare_check(self):
        own = reference(self.MODEL, self.INPUTS)
        found = checks_of(own)
        self.assertEqual(found.facts()["rareRows"][self.NAME], "")
        self.assertNotIn(self.NAME, found.facts()["specialRows"])
        loose = next(check for check in found.checks if check.kinds == [self.NAME])
        self.assertTrue(loose.unproven)
        self.assertTrue(bool((own.draw(loose.seed, loose.name)[1].frac() != 0).any()))
        for check in found.checks:
            counts = own.draw(check.seed, check.name)[1]
            self.assertTrue(check.unproven or bool((counts.frac() == 0).all()), check.name)

    def test_the_decision_is_kept(self):
        own = reference(self.MODEL, self.INPUTS)
        self.assertEqual(own.decisions.made["structures"], [None, {"kind": "counts", "dim": None, "zeros": False}])


if __name__ == "__main__":
    unittest.main()
