"""The oracle's special rows, varied arguments and parameter states for a task, without a runner."""

import unittest

import torch

from judge.oracle.extremes import extremes
from judge.oracle.numerics.row_tolerance import failing_rows, tolerances
from judge.oracle.numerics.tensors import same
from judge.oracle.task import parameters, special_rows, states
from judge.oracle.task.admission import Admission
from judge.oracle.task.biting import boundaries, traced
from judge.oracle.task.arguments import Argument, in_other_orders, joined, kinds_to_try, varied, variants
from judge.oracle.task.distributions import HIDDEN, SHIPPED
from judge.oracle.task.inputs import Inputs, laid_out, other_strides, own_strides
from judge.oracle.task.names import of_effects
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS
from judge.oracle.task.special_checks import SpecialChecks
from judge.protocol.errors import Rejected
from judge.wire.tensor_layout import ALIGNMENT, places, views

_HEAD = "import torch, torch.nn as nn, torch.nn.functional as F\n"
_PAIR = "def get_inputs():\n    return [torch.randn(32, 64), torch.randn(32, 64)]\n"
_ROWS = "def get_inputs():\n    return [torch.randn(32, 64)]\n"


def reference(model: str, inputs: str = _ROWS, more: str = "") -> Reference:
    return Reference("task.py", f"{_HEAD}class Model(nn.Module):\n{model}\n{inputs}{more}", "cpu", "fp32")


def checks_of(found: Reference, broken: tuple = ()) -> SpecialChecks:
    made = SpecialChecks(found, list(broken))
    for name in made.names():
        made.examine(name)
    return made


class OneOther(unittest.TestCase):
    def test_one_element_of_a_mask_and_two_of_integers_change(self):
        torch.manual_seed(1)
        for value, kind, changed in (
            (torch.ones(8, 8).tril().bool(), "one element", 1),
            (torch.ones(8, 8).tril(), "one element", 1),
            (torch.zeros(8, 8), "one element", 1),
            (torch.arange(64), "two swapped", 2),
        ):
            own = next(each for each in variants(Argument("x", 0, (), None), value) if each.kind == kind)
            self.assertEqual(int((own.of(value) != value).sum()), changed)
        self.assertEqual(sorted(own.of(value).tolist()), value.tolist())

    def test_one_element_of_each_slice_stands_alone_in_a_corner(self):
        for value in (torch.rand(3, 4, 5) < 0.5, (torch.rand(3, 4, 5) < 0.5).float(), torch.rand(12) < 0.5):
            own = next(each for each in variants(Argument("x", 0, (), None), value) if each.kind == "one alone")
            found = own.of(value).reshape(value.shape[0] if value.dim() > 1 else 1, -1)
            self.assertEqual(found.float().sum(1).tolist(), [1.0] * len(found))
            self.assertTrue(bool((found[:, 0] + found[:, -1]).bool().all()))

    def test_wide_integers_have_more_bits_than_fp32_holds(self):
        value = torch.randint(0, 5_000_000, (4096,))
        own = next(each for each in variants(Argument("x", 0, (), None), value) if each.kind == "wide")
        found = own.of(value)
        self.assertTrue(bool((found.float().long() != found).any()))
        self.assertLess(int(found.max()), 8 * 5_000_000)

    def test_declared_integers_keep_their_differences_at_the_ends_of_their_range(self):
        value = torch.randint(5, 3000, (64, 8)).cumsum(1)
        for kind, of, bound in (("moved to the largest", torch.amax, 1 << 42), ("moved to the least", torch.amin, 0)):
            own = next(each for each in variants(Argument("x", 0, (), (0, 1 << 42)), value) if each.kind == kind)
            found = own.of(value)
            self.assertEqual(int(of(found)), bound)
            self.assertTrue(torch.equal(found.diff(dim=1), value.diff(dim=1)))

    def test_one_offset_of_segments_moves(self):
        value = torch.arange(9) * 100
        own = next(each for each in variants(Argument("x", 0, (), None), value) if each.kind == "one other offset")
        found = own.of(value)
        self.assertTrue(int((found != value).sum()) <= 1 and bool((found[1:] >= found[:-1]).all()))

    def test_a_draw_that_leaves_the_value_as_it_was_is_made_again(self):
        torch.manual_seed(1)
        value = torch.tensor([0, 1, 2, 8])  # the second offset stays in a third of the draws
        inputs, argument = Inputs([value], {"list": [{"tensor": 0}]}), Argument("offsets", 0, ("list", 0), None)
        own = next(each for each in variants(argument, value) if each.kind == "one other offset")
        self.assertTrue(any(same(own.of(value), value) for _draw in range(50)))
        self.assertFalse(any(same(varied(inputs, argument, own)[0], value) for _draw in range(50)))

    def test_numbers_change_in_another_order_than_each_other(self):
        kinds = ["half", "double", "zero"]
        found = in_other_orders([kinds, kinds, ["permuted"], kinds], [1.0, 2.0, torch.arange(3), 1])
        self.assertEqual(found, [kinds, ["double", "zero", "half"], ["permuted"], ["zero", "half", "double"]])


class Rows(unittest.TestCase):
    def test_every_kind_keeps_shape_and_type(self):
        torch.manual_seed(1)
        for dtype in (torch.float32, torch.bfloat16, torch.float16):
            tensors = [torch.randn(24, 6, dtype=dtype), torch.randn(24, 6, dtype=dtype), torch.randn(6, dtype=dtype)]
            none = [None] * len(tensors)
            for kind in (*special_rows.INSIDE, *special_rows.OUTSIDE, *special_rows.UNPROVEN, special_rows.TWICE, special_rows.TOGETHER, special_rows.OPPOSED, special_rows.ALIGNED, special_rows.BOUNDARIES):
                with self.subTest(f"{kind} {dtype}"):
                    for found in (special_rows.filled(kind, tensors, none), special_rows.planted([kind, "zeros"], tensors, none, 24)[0]):
                        self.assertEqual([(each.shape, each.dtype) for each in found], [(each.shape, each.dtype) for each in tensors])

    def test_a_mask_gets_no_special_rows(self):
        mask = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
        self.assertTrue(torch.equal(special_rows.filled("hundred", [mask], [None])[0], mask))

    def test_repeated_values_are_some_of_many(self):
        torch.manual_seed(1)
        [found] = special_rows.filled("repeats", [torch.randn(4, 64)], [None])
        self.assertTrue(all(8 < len(row.unique()) <= 32 for row in found))

    def test_copies_repeat_a_few_rows_of_the_longest_input(self):
        torch.manual_seed(1)
        rows, table = torch.randn(64, 4), torch.randn(8, 4)
        found = special_rows.filled(special_rows.COPIES, [table, rows], [None, None])
        self.assertTrue(torch.equal(found[0], table))
        self.assertIn(len(found[1].unique(dim=0)), (2, 3, 4))
        self.assertTrue(any(len(special_rows.filled(special_rows.COPIES, [rows[:8]], [None])[0].unique(dim=0)) == 2 for _try in range(9)))

    def test_stretches_are_the_same_for_all_channels(self):
        torch.manual_seed(1)
        drawn = torch.rand(8, 3, 640) + 1
        [found] = special_rows.filled("stretches", [drawn], [None])
        scales = found / drawn
        torch.testing.assert_close(scales, scales[:, :1].expand_as(scales))
        self.assertTrue(bool((scales == 0).any()))
        self.assertLess(float(scales.max()), 1.0001)
        self.assertTrue(all(2 < len(each.unique()) <= 16 for each in scales[:, 0].mul(1e4).round()))
        [alone] = special_rows.filled("stretches", [drawn[0, 0]], [None])
        self.assertTrue(2 < len((alone / drawn[0, 0]).mul(1e4).round().unique()) <= 16)
        [planted], _places = special_rows.planted(["stretches"], [torch.rand(32)], [None], 32)
        self.assertEqual(planted.shape, (32,))

    def test_smooth_rows_move_in_small_steps(self):
        torch.manual_seed(1)
        for shape, dims in (((4, 3, 64, 64), (-1, -2)), ((4, 512), (-1,)), ((512,), (-1,))):
            for _try in range(8):
                [found] = special_rows.filled("smooth", [torch.rand(shape)], [None])
                steps = [float(found.diff(dim=dim).abs().max()) for dim in dims]
                self.assertLess(max(steps), 0.51, shape)  # a line between two drawn values has two steps or more; drawn rows have steps of nearly 1
                self.assertTrue(0 <= float(found.min()) and float(found.max()) <= 1)
                self.assertGreater(float(found.std()), 0.1)

    def test_where_rows_mix_each_input_is_zero_alone(self):
        model = "    def forward(self, x, y):\n        return x * x.norm() + y / (1 + y.norm())"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 64), torch.randn(8, 64)]\n")
        found = {check.kinds[0]: own.draw(check.seed, check.name) for check in checks_of(own).checks if check.kinds and "alone" in check.kinds[0]}
        self.assertEqual([*found], ["zeros of x alone", "zeros of y alone"])
        for at, inputs in enumerate(found.values()):
            self.assertEqual([bool(each.any()) for each in inputs], [at != 0, at != 1])

    def test_declared_integers_also_come_from_a_few_values(self):
        model = "    def forward(self, x, rows):\n        return torch.zeros(50).index_add(0, rows, x)"
        own = reference(model, "valid = {'rows': (0, 49)}\ndef get_inputs():\n    return [torch.randn(400), torch.randint(0, 50, (400,))]\n")
        found = checks_of(own)
        self.assertIn("declared few", found.arguments["rows"])
        drawn = [own.draw(check.seed, check.name)[1] for check in found.checks if "arguments" in check.name]
        self.assertTrue(any(len(rows.unique()) <= 3 and rows.unique().tolist() != [0, 49] for rows in drawn))

    def test_what_a_call_leaves_is_checked_with_copies_where_outputs_have_rows(self):
        model = "    def forward(self, x, mean):\n        mean.mul_(0.9).add_(x.mean(0), alpha=0.1)\n        return x * 2"
        found = checks_of(reference(model, "def get_inputs():\n    return [torch.randn(32, 8), torch.randn(8)]\n"))
        self.assertEqual([(check.rows, check.effects) for check in found.checks if check.kinds == [special_rows.COPIES]], [(1, True)])

    def test_bytes_get_all_values_of_their_type(self):
        drawn = torch.randint(65, 91, (64, 64), dtype=torch.uint8)
        every = next(each for each in variants(Argument("data", 0, (), None), drawn) if each.kind == "all of the type")
        self.assertGreater(len(every.of(drawn).unique()), 200)

    def test_inputs_that_lead_to_places_from_the_end_are_left_out(self):
        own = reference("    def forward(self, table, u):\n        return table[(u * 40).long().clamp(max=39)]", "def get_inputs():\n    return [torch.randn(40, 8), torch.rand(64)]\n")
        admission = Admission(own, "fp32")
        for name in (SHIPPED, *HIDDEN):
            admission.examine(name)
        refused = {row["distribution"] for row in admission.rows if row["note"] == "places count from the end of a tensor"}
        self.assertIn("flipped", refused)
        self.assertNotIn(SHIPPED, refused)

    def test_some_zeros_are_negative(self):
        torch.manual_seed(1)
        [found] = special_rows.filled("sparse", [torch.rand(8, 64)], [None])
        zeros = found == 0
        self.assertEqual(set(torch.signbit(found[zeros]).tolist()), {True, False})
        self.assertFalse(bool(torch.signbit(found[~zeros]).any()))

    def test_a_grid_has_one_step_per_row_and_keeps_the_range(self):
        torch.manual_seed(1)
        drawn = torch.rand(64, 50) * 100
        [found] = special_rows.filled("grid", [drawn], [None])
        steps = [next(step for step in (2.0**power for power in range(7, -5, -1)) if bool((row % step == 0).all())) for row in found]
        self.assertGreater(len(set(steps)), 5)
        self.assertTrue(all(bool(((row - own).abs() <= step / 2).all()) for row, own, step in zip(found, drawn, steps)))
        self.assertEqual(special_rows.filled("grid", [torch.zeros(3, 2)], [None])[0].tolist(), [[0, 0]] * 3)

    def test_a_rounding_that_ties_away_from_zero_is_found(self):
        own = reference(
            "    def __init__(self):\n        super().__init__()\n        self.step = nn.Parameter(torch.tensor(0.125))\n"
            "    def forward(self, x):\n        return torch.round(x / self.step) * self.step"
        )
        own.use(own.states[1])
        step = float(own.states[1]["step"])
        self.assertIn(step, (0.0625, 0.25))
        away = lambda x: torch.sign(x) * torch.floor(x.abs() / step + 0.5) * step  # noqa: E731
        check = next(check for check in checks_of(own).checks if "halves" in check.kinds)
        inputs = own.draw(check.seed, check.name)
        failing = failing_rows([away(inputs[0])], own.exact(inputs), own.eager(inputs), check.tolerances)
        self.assertTrue(bool(failing[torch.tensor(check.places[check.kinds.index("halves")])].any()))
        gridded = special_rows.filled("grid", [torch.randn(256, 64)], [None])
        self.assertGreater(int((away(gridded[0]) != own.eager(gridded)[0]).any(1).sum()), 8)

    def test_kinds_with_ties_are_ordinary_where_no_operator_jumps(self):
        for forward, tied in (("torch.exp(x).sum(1)", set()), ("torch.floor(x).sum(1)", {"halves", "grid"})):
            own = reference(f"    def forward(self, x):\n        return {forward}")
            found = {kind for check in checks_of(own).checks for kind in check.tied}
            self.assertEqual(found, tied)

    def test_a_value_beyond_the_range_of_the_type_is_eagers(self):
        own = reference("    def forward(self, x):\n        return torch.nan_to_num(x)")
        check = next(check for check in checks_of(own).checks if "inf" in check.kinds)
        inputs = own.draw(check.seed, check.name)
        eager, exact = own.eager(inputs), own.exact(inputs)
        zeroed = [torch.where(torch.isfinite(inputs[0]), inputs[0], 0.0)]
        failing = failing_rows(zeroed, exact, eager, check.tolerances)
        self.assertTrue(bool(failing[torch.tensor(check.places[check.kinds.index("inf")])].all()))
        self.assertFalse(bool(failing_rows(eager, exact, eager, check.tolerances).any()))

    def test_a_zero_pivot_is_tried_where_equations_are_solved(self):
        inputs = "def get_inputs():\n    return [torch.randn(16, 8, 8), torch.randn(16, 8)]\n"
        own = reference("    def forward(self, a, b):\n        return torch.linalg.solve(a, b)", inputs)
        check = next(check for check in checks_of(own).checks if check.kinds == [special_rows.PIVOT])
        a, b = own.draw(check.seed, check.name)
        zero, other = a[:, 0, 0] == 0, b[:, 0] == 0
        self.assertEqual((int(zero.sum()), int(other.sum()), bool((zero & other).any())), (8, 8, False))
        self.assertEqual(int((special_rows.filled(special_rows.PIVOT, [torch.randn(8, 8)], [None])[0] == 0).sum()), 1)
        plain = checks_of(reference("    def forward(self, a, b):\n        return a @ b[..., None]", inputs))
        self.assertNotIn(special_rows.PIVOT, plain.kinds)

    def test_grown_values_keep_signs_and_zeros(self):
        drawn = torch.tril(torch.ones(8, 8)) * -torch.rand(8, 8)
        [found] = special_rows.filled("grown", [drawn], [None])
        self.assertTrue(torch.equal(found.sign(), drawn.sign()))
        self.assertAlmostEqual(float(found.min()), -200, delta=1e-3)

    def test_inputs_that_move_together_keep_their_differences(self):
        torch.manual_seed(1)
        one, other = torch.randn(16, 8), torch.randn(16, 8, 3)
        for found in (special_rows.filled(special_rows.TOGETHER, [one, other], [None, None]), special_rows.planted([special_rows.TOGETHER], [one, other], [None, None], 16)[0]):
            self.assertTrue(bool((found[0].mean(1).abs() > 500).all()))
            torch.testing.assert_close(found[1] - found[0][..., None], other - one[..., None], atol=2e-3, rtol=0)
        self.assertIn(special_rows.TOGETHER, checks_of(reference("    def forward(self, a, b):\n        return (a - b).abs().mean(1)", _PAIR)).kinds)

    def test_opposed_inputs_have_negative_products(self):
        torch.manual_seed(1)
        query, mask, key = torch.randn(16, 8), torch.randint(0, 2, (16, 8)).float(), torch.randn(16, 3, 8)
        for found in (special_rows.filled(special_rows.OPPOSED, [query, mask, key], [None] * 3), special_rows.planted([special_rows.OPPOSED], [query, mask, key], [None] * 3, 16)[0]):
            self.assertTrue(torch.equal(found[1], mask))
            self.assertLess(float((found[0][:, None] @ found[2].mT).amax()), -1e4)
        kinds = checks_of(reference("    def forward(self, a, b):\n        return torch.softmax(a @ b.mT, 0)", _PAIR)).kinds
        self.assertIn(special_rows.OPPOSED, kinds)

    def test_rows_lie_along_those_of_a_parameter(self):
        model = """    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 8))
    def forward(self, x):
        return torch.nn.functional.cosine_similarity(x[:, None], self.weight, dim=2)"""
        own = reference(model, "def get_inputs():\n    return [torch.randn(32, 8)]\n")
        check = next(check for check in checks_of(own).checks if special_rows.ALIGNED in check.kinds)
        inputs = own.draw(check.seed, check.name)
        cosines = own.eager(inputs)[0][check.places[check.kinds.index(special_rows.ALIGNED)]]
        torch.testing.assert_close(cosines.abs().amax(1), torch.ones(len(cosines)))

    def test_integers_name_the_places_that_the_reference_chooses(self):
        own = reference("    def forward(self, x, y):\n        return (x.argmax(1)[:16] == y).float()", "def get_inputs():\n    return [torch.randn(32, 64), torch.randint(0, 64, (16,))]\n")
        shares = [float(own.eager(own.draw(check.seed, check.name))[0].mean()) for check in checks_of(own).checks if check.kinds == ["y"]]
        self.assertTrue(any(0.1 < share < 0.9 for share in shares), shares)

    def test_single_elements_of_each_integer_vary_beside_ordinary_values(self):
        own = reference("    def forward(self, x, y):\n        return torch.where((x >= 0) & (x < 9), y, 0).float()", "def get_inputs():\n    return [torch.randint(0, 9, (500,)), torch.randint(0, 9, (500,))]\n")
        alone = [check for check in checks_of(own).checks if check.kinds == ["y"]]
        inputs = [own.draw(check.seed, check.name) for check in alone]
        self.assertTrue(any(int(x.min()) >= 0 and int(x.max()) < 9 and int(y.min()) == -100 for x, y in inputs), alone)

    def test_a_bias_of_zeros_gets_one_negative_value_in_the_sixth_state(self):
        model = """    def __init__(self):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(64)), nn.Parameter(torch.zeros(64))
    def forward(self, x):
        return x * self.weight + self.bias"""
        own = reference(model)
        self.assertTrue(torch.equal(own.states[5]["weight"], own.states[1]["weight"]))
        [value] = own.states[5]["bias"].unique().tolist()
        self.assertTrue(-10 <= value <= -3, value)
        self.assertEqual(reference("    def forward(self, x):\n        return -x").states[5], {})

    def test_negative_counts_are_rare_values(self):
        own = reference("    def forward(self, x, count):\n        return x[:, :count].sum(1)", "def get_inputs():\n    return [torch.randn(32, 8), 5]\n")
        found = {check.name: check for check in checks_of(own).checks if own.draw(check.seed, check.name).skeleton["list"][1]["value"] < 0}
        self.assertEqual([(each.unproven, each.kinds) for each in found.values()], [(True, ["values of count"])])

    def test_every_second_row_has_a_whole_line_of_a_rare_value(self):
        torch.manual_seed(1)
        [found] = special_rows.filled("negative inf", [torch.randn(6, 5, 7)], [None])
        counts = torch.isinf(found).flatten(1).sum(1).tolist()
        self.assertEqual(counts[::2], [1, 1, 1])
        self.assertIn(counts[1], (5, 7))

    def test_values_are_drawn_from_the_bounds_of_the_operators_and_from_tables(self):
        model = """    def __init__(self):
        super().__init__()
        self.register_buffer("edges", torch.tensor([0.25, 1.5]))
    def forward(self, x):
        return torch.bucketize(x, self.edges) + (x > 3.0).sum(1, keepdim=True) + x.clamp(-2.0, 0.1)"""
        own = reference(model)
        found = boundaries(own, traced(own))
        self.assertEqual({float(each) for source in found for each in source}, {-2.0, 3.0, 0.25, 1.5})  # fp32 has no 0.1
        check = next(check for check in checks_of(own).checks if special_rows.BOUNDARIES in check.kinds)
        values = own.draw(check.seed, check.name)[0][check.places[check.kinds.index(special_rows.BOUNDARIES)]]
        self.assertTrue(set(values.flatten().tolist()) <= {-2.0, 3.0, 0.25, 1.5})

    def test_independent_rows_share_one_draw(self):
        found = checks_of(reference("    def forward(self, x):\n        return torch.softmax(x, 1)"))
        self.assertEqual(found.facts()["rows"], "independent")
        self.assertEqual([check.name for check in found.checks], ["special rows 0", "rare rows 0", "special rows: needles in x"])

    def test_mixed_rows_get_one_draw_per_useful_kind(self):
        found = checks_of(reference("    def forward(self, x):\n        return torch.logsumexp(x, 0)"))
        self.assertEqual(found.facts()["rows"], "mixed")
        self.assertIn("hundred", found.kinds)
        self.assertTrue(all(check.rows == 1 for check in found.checks))

    def test_kinds_that_the_reference_refuses_are_named(self):
        model = "    def forward(self, x):\n        assert bool((x >= 0).all()) and bool((x <= 1).all())\n        return torch.sqrt(x).cumsum(1)"
        found = checks_of(reference(model, "def get_inputs():\n    return [torch.rand(32, 64)]\n"))
        self.assertEqual(found.kinds["hundred"], "the reference refuses it")
        self.assertEqual(found.kinds["binary"], "")

    def test_the_reference_itself_is_right_on_every_row(self):
        model = "    def __init__(self):\n        super().__init__()\n        self.norm = nn.LayerNorm(64)\n    def forward(self, x):\n        return self.norm(x)"
        own = reference(model)
        for check in checks_of(own).checks:
            inputs = own.draw(check.seed, check.name)
            eager, exact = own.eager(inputs), own.exact(inputs)
            self.assertFalse(bool(failing_rows(eager, exact, eager, check.tolerances).any()), check.name)

    def test_one_wrong_row_fails_alone(self):
        exact = [torch.randn(4, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(1))]
        eager = [exact[0].float()]
        wrong = [eager[0].clone()]
        wrong[0][2, 3] = float("nan")
        self.assertEqual(failing_rows(wrong, exact, eager, tolerances(eager, exact, exact, 4)).tolist(), [False, False, True, False])

    def test_each_wrong_element_of_rows_of_any_length_is_found(self):
        for rows, length in ((3, 40_000), (500, 100)):
            exact = [torch.randn(rows, length, dtype=torch.float64, generator=torch.Generator().manual_seed(1))]
            exact[0][1, 1] = float("inf")
            eager = [exact[0].float()]
            allowed = tolerances(eager, exact, exact, rows)
            self.assertFalse(bool(failing_rows(eager, exact, eager, allowed).any()))
            for row, column, value in ((0, 0, 9.0), (rows - 1, length - 1, 9.0), (1, length // 2, float("inf")), (1, 1, 9.0), (1, 1, -float("inf"))):
                wrong = eager[0].clone()
                wrong[row, column] = value
                self.assertEqual(failing_rows([wrong], exact, eager, allowed).nonzero().flatten().tolist(), [row], (rows, row, column, value))
        empty = [torch.zeros(3, 0)]
        self.assertEqual(failing_rows(empty, empty, empty, tolerances(empty, empty, empty, 3)).tolist(), [False] * 3)

    def test_nan_must_be_where_eager_has_it(self):
        exact = [torch.tensor([[1.0, float("nan")], [1.0, 2.0]], dtype=torch.float64)]
        eager = [exact[0].float()]
        allowed = tolerances(eager, exact, exact, 2)
        self.assertEqual(failing_rows([torch.tensor([[1.0, 7.0], [1.0, 2.0]])], exact, eager, allowed).tolist(), [True, False])
        self.assertEqual(failing_rows(eager, exact, eager, allowed).tolist(), [False, False])


class Arguments(unittest.TestCase):
    def variants(self, model: str, inputs: str, more: str = "") -> dict:
        return checks_of(reference(model, f"def get_inputs():\n    return [{inputs}]\n", more)).facts()["arguments"]

    def test_labels_vary_within_the_range_that_the_reference_accepts(self):
        found = self.variants("    def forward(self, x, labels):\n        return F.cross_entropy(x, labels)", "torch.randn(64, 8), torch.randint(0, 8, (64,))")
        self.assertIn("some -100", found["labels"])
        self.assertNotIn("some -1", found["labels"])

    def test_a_value_next_to_the_drawn_range_is_tried(self):
        model = "    def forward(self, x, labels):\n        return F.nll_loss(x, labels, ignore_index=0)"
        found = self.variants(model, "torch.randn(64, 8), torch.randperm(64) % 7 + 1")
        self.assertTrue({"some 0", "some lowest", "all highest"} <= set(found["labels"]), found)

    def test_wide_integers_do_not_leave_their_type(self):
        value = torch.randint(1 << 29, (1 << 31) - 1, (64,), dtype=torch.int32)
        own = next(each for each in variants(Argument("x", 0, (), None), value) if each.kind == "wide")
        self.assertTrue(bool((own.of(value) >= 0).all()))

    def test_a_value_is_tried_once_under_one_name(self):
        labels = torch.tensor([0, 3, 2])
        found = kinds_to_try(Argument("labels", 0, (), None), labels, flags=False, multiplied=False)
        self.assertIn("some 0", found)
        self.assertNotIn("some lowest", found)
        self.assertNotIn("some below", found)

    def test_values_that_only_some_elements_get_share_one_draw(self):
        labels = "torch.randperm(64) % 8"  # each class in each draw
        own = reference("    def forward(self, x, labels):\n        return F.cross_entropy(x, labels)", f"def get_inputs():\n    return [torch.randn(64, 8), {labels}]\n")
        drawn = [own.draw(each.seed, each.name)[1] for each in checks_of(own).checks if each.group == ARGUMENTS]
        [shared] = [labels for labels in drawn if bool((labels == -100).any())]
        self.assertTrue(all(int((shared == value).sum()) >= 16 for value in (-100, 0, 7)), shared)
        self.assertEqual(joined(["sorted", "some 0", "some -1"], torch.zeros(5)), ["sorted", "some 0", "some -1"])

    def test_values_that_the_reference_refuses_together_are_checked_apart(self):
        model = """    def forward(self, x, labels):
        if bool((labels == 0).any()) and bool((labels == 9).any()):
            raise ValueError("both ends at once")
        return x[labels]"""
        own = reference(model, "def get_inputs():\n    return [torch.randn(10, 4), torch.randperm(64) % 8 + 1]\n")  # 0 and 9 are next to the labels of each draw
        drawn = [own.draw(each.seed, each.name)[1] for each in checks_of(own).checks if each.group == ARGUMENTS]
        for value in (0, 9):
            self.assertTrue(any(0 < int((labels == value).sum()) < 64 for labels in drawn), value)

    def test_integers_that_are_multiplied_grow_together_and_keep_their_order(self):
        inputs = "(torch.arange(16)[:, None] + torch.tensor([0, 50])), torch.randint(1, 90, (16,))"
        for forward, grows in (("(a[:, 1] - a[:, 0]) * b", True), ("(a[:, 1] - a[:, 0]) + b", False)):
            own = reference(f"    def forward(self, a, b):\n        return ({forward}).float()", f"def get_inputs():\n    return [{inputs}]\n")
            found = checks_of(own)
            grown = [each for each in found.checks if each.kinds == ["a", "b"] and int(own.draw(each.seed, each.name)[1].max()) in range(1 << 17, 1 << 19)]
            self.assertEqual((len(grown), "scaled" in found.facts()["arguments"]["a"]), (grows, grows))
            for each in grown:
                a, b = own.draw(each.seed, each.name)
                self.assertTrue(bool((a[:, 1] > a[:, 0]).all()))
                self.assertFalse(torch.equal(((a[:, 1] - a[:, 0]).int() * b.int()).float(), own.eager([a, b])[0]))

    def test_an_argument_that_shows_only_in_a_written_input_is_varied(self):
        model = "    def forward(self, cache, x, slots):\n        live = slots >= 0\n        cache[slots[live]] = x[live]\n        return x.square().sum(1)"
        own = reference(model, "def get_inputs():\n    return [torch.randn(32, 8), torch.randn(8, 8), torch.randperm(32)[:8]]\n")
        found = checks_of(own)
        self.assertIn("some -1", found.facts()["arguments"]["slots"])
        self.assertTrue(all(check.effects for check in found.checks if check.group == ARGUMENTS))

    def test_a_shift_of_all_integers_is_tried_though_differences_keep_their_values(self):
        found = self.variants("    def forward(self, stamps):\n        return stamps.diff(dim=1).float()", "torch.randint(0, 99, (8, 16)).cumsum(1)")
        self.assertIn("far", found["stamps"])

    def test_float64_inputs_stay_so_and_are_shifted_together(self):
        model = "    def forward(self, stamps, start):\n        return (stamps - start).float().sin()"
        own = reference(model, "def get_inputs():\n    return [torch.rand(64, dtype=torch.float64) * 60, torch.zeros(1, dtype=torch.float64)]\n")
        far = next(check for check in checks_of(own).checks if check.group == ARGUMENTS and check.kinds == ["stamps", "start"])
        inputs = own.draw(far.seed, far.name)
        self.assertTrue(bool((inputs[0] > 1e9).all()) and bool((inputs[1] > 1e9).all()))
        eager, exact = own.eager(inputs), own.exact(inputs)
        early = [(inputs[0].float() - inputs[1].float()).sin()]
        self.assertEqual([bool(failing_rows(each, exact, eager, far.tolerances).any()) for each in (eager, early)], [False, True])

    def test_a_task_that_is_float64_throughout_is_judged_in_its_track(self):
        own = reference("    def forward(self, x):\n        return x * 2", "def get_inputs():\n    return [torch.rand(8, 64, dtype=torch.float64)]\n")
        self.assertEqual(own.draw()[0].dtype, torch.float32)

    def test_numbers_vary_if_the_outputs_keep_their_shapes(self):
        model = "    def forward(self, x, n, scale):\n        return x[:, :4] * n * scale if n else x"
        found = self.variants(model, "torch.randn(8, 16), 3, 0.5")
        self.assertEqual(set(found["n"]), {"half", "one less", "one more", "negated", "double", "beyond"})
        self.assertIn("double", found["scale"])

    def test_a_declared_range_is_kept(self):
        model = "    def forward(self, x, lengths):\n        return x * (torch.arange(16) < lengths[:, None])"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 16), torch.randint(1, 17, (8,))]\n", 'valid = {"lengths": (1, 16)}\n')
        checks = [check for check in checks_of(own).checks if check.group == ARGUMENTS]
        self.assertTrue(checks)
        for check in checks:
            lengths = own.draw(check.seed, check.name)[1]
            self.assertTrue(bool(((lengths >= 1) & (lengths <= 16)).all()))

    def test_offsets_stay_offsets(self):
        model = "    def forward(self, x, offsets):\n        return torch.stack([x[a:b].sum() for a, b in zip(offsets[:-1], offsets[1:])])"
        own = reference(model, "def get_inputs():\n    return [torch.randn(64), torch.tensor([0, 5, 20, 41, 64])]\n")
        for check in checks_of(own).checks:
            offsets = own.draw(check.seed, check.name)[1]
            self.assertTrue(bool((offsets[1:] >= offsets[:-1]).all()) and int(offsets[0]) == 0 and int(offsets[-1]) == 64)

    def test_offsets_with_empty_segments_stay_offsets(self):
        model = "    def forward(self, x, offsets):\n        return torch.stack([x[a:b].sum() for a, b in zip(offsets[:-1], offsets[1:])])"
        own = reference(model, "def get_inputs():\n    return [torch.randn(64), torch.tensor([0, 5, 20, 20, 64])]\n")
        found = checks_of(own)
        self.assertEqual(found.facts()["arguments"]["offsets"], ["other offsets", "empty segments", "one other offset"])

    def test_sorted_labels_are_no_offsets(self):
        found = self.variants("    def forward(self, x, segment):\n        return torch.zeros(8).index_add(0, segment, x)", "torch.randn(64), torch.arange(8).repeat_interleave(8)")
        self.assertIn("permuted", found["segment"])

    def test_what_is_neither_0_nor_1_is_a_rare_value_of_flags(self):
        model = "    def forward(self, x, mask):\n        return (x * mask).sum(1)"
        found = checks_of(reference(model, "def get_inputs():\n    return [torch.randn(16, 64), torch.randint(0, 2, (16, 64))]\n"))
        flags = [check for check in found.checks if check.group == ARGUMENTS]
        rare = [check for check in flags if check.unproven]
        self.assertEqual({kind for check in rare for kind in check.kinds}, {"values of mask"})
        for check in flags:
            values = set(found._reference.draw(check.seed, check.name)[1].flatten().tolist())
            self.assertEqual(values <= {0, 1}, not check.unproven, check.name)
        self.assertTrue({"permuted", "bounds", "all 0"} <= set(found.facts()["arguments"]["mask"]))

    def test_an_argument_that_the_reference_never_reads_is_not_varied(self):
        model = "    def forward(self, x, ids, places):\n        return x * (torch.tensor(places.tolist()) >= 0)"
        found = checks_of(reference(model, "def get_inputs():\n    return [torch.randn(16, 64), torch.arange(64), torch.arange(64)]\n"))
        self.assertNotIn("ids", found.facts()["arguments"])
        self.assertIn("places", found.facts()["arguments"])
        self.assertNotIn("argument ids", found.unvaried())

    def test_an_argument_that_is_given_out_or_kept_is_varied(self):
        inputs = "def get_inputs():\n    return [torch.randn(16, 64), torch.arange(64)]\n"
        for body in ("return x * 2, ids", "self.kept = ids\n        return x * 2, {'ids': self.kept}"):
            found = checks_of(reference(f"    def forward(self, x, ids):\n        {body}", inputs))
            self.assertIn("permuted", found.facts()["arguments"]["ids"])

    def test_tensors_without_a_memory_of_their_own_hide_no_argument(self):
        inputs = "def get_inputs():\n    return [torch.randn(8, 4), torch.stack([torch.randperm(8), torch.randperm(8)])]\n"
        sparse = "    def forward(self, x, edges):\n        return torch.sparse.mm(torch.sparse_coo_tensor(edges, torch.ones(8), (8, 8)), x)"
        mapped = "    def forward(self, x, edges):\n        return torch.func.vmap(lambda row: row * 2)(x)[edges[0]]"
        for model in (sparse, mapped):
            self.assertTrue(checks_of(reference(model, inputs)).facts()["arguments"]["edges"])

    def test_an_argument_that_never_varies_is_named(self):
        model = "    def forward(self, x, n):\n        assert n == 3\n        return x * n"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 16), 3]\n")
        self.assertEqual(checks_of(own).same, ["n"])

    def test_values_that_are_out_of_range_in_this_draw_alone_never_reach_a_device(self):
        own = reference("    def forward(self, x, n):\n        return x * n.view(-1, 1)", "def get_inputs():\n    return [torch.randn(32, 64), torch.randint(0, 8, (32,))]\n")
        found = SpecialChecks(own, [])
        names = found.names()
        for name in names[:-1]:
            found.examine(name)
        own.accepts_on_cpu = lambda tensors: int(tensors[1].amin()) >= 0 and int(tensors[1].amax()) < 8  # where a GPU would stop at an index
        found.examine(ARGUMENTS)
        drawn = [own.draw(check.seed, check.name)[1] for check in found.checks if check.group == ARGUMENTS]
        self.assertIn("some above", found.arguments["n"])
        self.assertTrue(drawn)
        self.assertTrue(all(0 <= int(each.amin()) and int(each.amax()) < 8 for each in drawn))

    def test_arguments_on_whose_checks_the_device_dies_are_named(self):
        own = reference("    def forward(self, x, n):\n        return x * n.view(-1, 1)", "def get_inputs():\n    return [torch.randn(32, 64), torch.randint(0, 8, (32,))]\n")
        found = SpecialChecks(own, [ARGUMENTS])
        found.names()
        found.skip(ARGUMENTS, "it breaks the reference's device")
        self.assertEqual(found.facts()["sameInEveryDraw"], ["argument n"])

    def test_a_range_for_an_unknown_argument_is_rejected_with_the_known_names(self):
        with self.assertRaisesRegex(Rejected, "lengths"):
            reference("    def forward(self, x):\n        return x.cumsum(1)", more='valid = {"lengths": (1, 16)}\n')

    def test_a_declared_range_of_floats_is_kept_by_all_hidden_draws(self):
        model = "    def forward(self, x, p):\n        return x.cumsum(1) * p"
        own = reference(model, "def get_inputs():\n    return [torch.randn(32, 16), torch.rand(32, 16)]\n", 'valid = {"p": (0, 1)}\n')
        found = checks_of(own)
        drawn = [own.draw(check.seed, check.name)[1] for check in found.checks] + [own.draw(1, name)[1] for name in HIDDEN]
        self.assertTrue(all(bool(((each >= 0) & (each <= 1) | each.isnan()).all()) for each in drawn))
        self.assertGreater(len({round(float(each.nan_to_num().mean()), 3) for each in drawn}), 5)

    def test_a_task_whose_values_leave_its_declared_range_is_rejected(self):
        with self.assertRaisesRegex(Rejected, r"valid\['x'\] is \(0, 1\), but get_inputs draws values from -"):
            reference("    def forward(self, x):\n        return x.cumsum(1)", more='valid = {"x": (0, 1)}\n')


class Mixed(unittest.TestCase):
    def test_an_output_that_disagrees_with_fp64_does_not_hide_the_others(self):
        own = reference("    def forward(self, x):\n        return x.cumsum(0), x / 3 * 3 - x")
        found = checks_of(own)
        self.assertEqual(found.kinds["hundred"], "")
        check = next(each for each in found.checks if each.kinds == ["hundred"])
        inputs = own.draw(check.seed, check.name)
        eager, exact = own.eager(inputs), own.exact(inputs)
        self.assertEqual([bool(each.judged.all()) for each in check.tolerances], [True, False])
        wrong = [eager[0] * 1.01, eager[1]]
        self.assertEqual([bool(failing_rows(each, exact, eager, check.tolerances).any()) for each in (eager, wrong)], [False, True])


class States(unittest.TestCase):
    BUFFERS = """    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(64)
        self.register_buffer("scale", torch.full((64,), 0.02))
        self.register_buffer("mask", torch.tril(torch.ones(64, 64)))
    def forward(self, x):
        return (self.norm(x) * self.scale) @ self.mask"""

    def test_the_third_state_has_other_signs_and_magnitudes(self):
        own = reference(self.BUFFERS)
        trained = own.states[2]
        self.assertTrue(bool((trained["norm.weight"] < 0).any()) and bool((trained["norm.weight"] > 0).any()))
        self.assertTrue(bool((trained["scale"].abs() >= 0.09).all()) and bool((trained["scale"].abs() <= 10.1).all()))
        self.assertTrue(torch.equal(trained["mask"], own.states[1]["mask"]))
        self.assertFalse(torch.equal(own.states[3]["mask"], own.states[1]["mask"]))

    def buffers(self, lines: str, forward: str, inputs: str = _ROWS) -> Reference:
        return reference(f"    def __init__(self):\n        super().__init__()\n{lines}\n    def forward(self, x):\n        return {forward}", inputs)

    def test_masks_and_integers_of_one_value_get_others_in_the_third_state(self):
        lines = """        self.register_buffer("keep", torch.ones(32, 64, dtype=torch.bool))
        self.register_buffer("shift", torch.zeros(64, dtype=torch.int32))
        self.register_buffer("step", torch.zeros((), dtype=torch.int64))"""
        own = self.buffers(lines, "torch.where(self.keep, x, 0.0) + self.shift * self.step")
        trained = own.states[2]
        self.assertTrue(0.3 < float(trained["keep"].float().mean()) < 0.7)
        self.assertTrue(int(trained["shift"].amax()) > 8 and int(trained["shift"].amin()) == 0 and int(trained["step"]) > 0)
        self.assertEqual(states.same_buffers(own), [])

    def test_a_position_near_an_end_is_never_the_first_place(self):
        for length, places_of in ((4, {1, 2, 3}), (1, {0})):
            drawn = {int(parameters._near_an_end(torch.zeros((), dtype=torch.int64), [length])) for _ in range(300)}
            self.assertEqual(drawn, places_of)

    def test_a_table_of_indices_varies_within_what_it_indexes(self):
        for rows, largest in ((9, range(2, 8)), (3, range(1, 2))):
            lines = f'''        self.table = nn.Parameter(torch.randn({rows}, 64))
        self.register_buffer("rows", torch.zeros(32, dtype=torch.int64))'''
            own = self.buffers(lines, "x * self.table[self.rows]")
            self.assertIn(int(own.states[2]["rows"].amax()), largest)
            self.assertTrue(bool((own.states[2]["table"] < 0).any()))

    def test_a_buffer_that_only_one_value_fits_is_named_and_the_others_vary(self):
        lines = """        self.register_buffer("only", torch.zeros(4, dtype=torch.int64))
        self.register_buffer("edges", torch.linspace(-1, 1, 9))
        self.register_buffer("order", torch.arange(64))
        self.register_buffer("keep", torch.ones(64, dtype=torch.bool))"""
        forward = "torch.where(self.keep, x[:, self.order] * torch.ones(1)[self.only].sum(), torch.bucketize(x, self.edges))"
        own = self.buffers(lines, forward)
        self.assertFalse(bool(own.states[2]["keep"].all()))
        self.assertTrue(torch.equal(own.states[3]["edges"].sort()[0], own.states[3]["edges"]))
        self.assertFalse(torch.equal(own.states[3]["edges"], own.states[1]["edges"]))
        self.assertFalse(torch.equal(own.states[3]["order"], own.states[1]["order"]))
        self.assertEqual(states.same_buffers(own), ["only"])
        self.assertEqual(checks_of(own).unvaried(), ["buffer only"])

    def test_a_sorted_table_keeps_its_ends_and_gets_other_steps(self):
        lines = """        self.register_buffer("edges", torch.linspace(-1, 1, 9))
        self.register_buffer("starts", torch.tensor([0, 3, 8, 20, 64]))"""
        own = self.buffers(lines, "torch.bucketize(x, self.edges) + torch.bucketize(torch.arange(64), self.starts)")
        for name in ("edges", "starts"):
            before, steps = own.states[1][name], own.states[3][name].diff()
            self.assertEqual((own.states[3][name][[0, -1]] == before[[0, -1]]).tolist(), [True, True])
            self.assertTrue(bool((steps > 0).all()))
            self.assertFalse(torch.allclose(steps.double(), before.diff().double()))

    def test_a_parameter_that_begins_as_an_identity_gets_values_in_every_place(self):
        own = self.buffers("        self.mix = nn.Linear(64, 64)\n        nn.init.eye_(self.mix.weight)", "self.mix(x)")
        self.assertFalse(bool((own.states[2]["mix.weight"] == 0).any()))
        self.assertEqual(sorted(own.states[1]["mix.weight"].unique().tolist()), [0.0, 1.0])

    def test_a_gpus_reference_gets_no_index_that_ends_it(self):
        own = self.buffers('        self.register_buffer("rows", torch.zeros(32, dtype=torch.int64))', "x * torch.arange(3.0)[self.rows][:, None] + x")
        drawn = own.draw()
        own.draw, own.device = lambda: drawn, "cuda"  # its CPU copy is used, as on a GPU; a refusal by the reference itself would ask for a GPU
        for row, works in ((2, True), (3, False), (1, True)):
            state = {"rows": torch.full((32,), row)}
            self.assertEqual(states.works_with(own, state, since=own.states[1]), works)

    def test_parameters_grow_as_far_as_the_reference_is_well_conditioned(self):
        model = "    def __init__(self):\n        super().__init__()\n        self.table = nn.Embedding(50, 8, max_norm=20.0)\n    def forward(self, rows):\n        return self.table(rows)"
        own = reference(model, "def get_inputs():\n    return [torch.randint(0, 50, (16,))]\n")
        self.assertTrue(torch.equal(own.states[4]["table.weight"], own.states[1]["table.weight"] * 10))

    def test_larger_parameters_meet_special_inputs_where_the_reference_stays_finite(self):
        model = "    def __init__(self):\n        super().__init__()\n        self.scale = nn.Parameter(torch.tensor(3.0))\n    def forward(self, x, y):\n        return {} * (x @ y.t())"
        inputs = "def get_inputs():\n    return [F.normalize(torch.randn(16, 64), dim=1), F.normalize(torch.randn(16, 64), dim=1)]\n"
        own = reference(model.format("self.scale.exp().clamp(max=100)"), inputs)
        found = extremes(own)
        self.assertEqual([each.kind for each in found], ["grown", special_rows.TWICE])
        one, other = own.draw(None, found[1].name)
        self.assertTrue(torch.equal(one, other))
        self.assertEqual([each.kind for each in extremes(reference(model.format("self.scale.exp().exp()"), inputs))], [])  # infinite itself

    def test_variances_stay_positive(self):
        own = reference(self.BUFFERS.replace("nn.BatchNorm1d(64)", "nn.BatchNorm1d(64).eval()"))
        self.assertTrue(bool((own.states[2]["norm.running_var"] > 0).all()))

    def test_effects_are_buffers_and_written_inputs(self):
        model = self.BUFFERS.replace("return (", "x[:, 0] = 1\n        return (")
        self.assertEqual(of_effects(reference(model)), ["input x", "buffer norm.running_mean", "buffer norm.running_var", "buffer norm.num_batches_tracked"])


class Admissions(unittest.TestCase):
    def rows(self, model: str) -> "list[dict]":
        found = Admission(reference(model), "fp32")
        found.examine(SHIPPED)
        return found.rows

    def test_a_trivial_answer_that_passes_on_one_draw_only_does_not_reject_the_task(self):
        # About half of the draws give zero.
        model = "    def forward(self, x):\n        return torch.relu(x.mean()).expand(4).clone()"
        usable = [self.rows(model)[0]["usable"] for _ in range(12)]
        self.assertGreaterEqual(sum(usable), 7)

    def test_a_trivial_answer_that_always_passes_rejects_the_task(self):
        self.assertFalse(self.rows("    def forward(self, x):\n        return x[:, :4] * 0")[0]["usable"])


class Layouts(unittest.TestCase):
    def test_views_keep_their_strides_except_expanded_ones(self):
        base = torch.randn(8, 6, 4)
        for view in (base.transpose(0, 2), base[:, :, ::2], base.permute(2, 0, 1)):
            self.assertEqual(own_strides(view), list(view.stride()))
            self.assertEqual(laid_out(view.contiguous(), own_strides(view)).stride(), view.stride())
        self.assertIsNone(own_strides(torch.randn(1, 6).expand(8, 6)))
        self.assertIsNone(own_strides(base))

    def test_every_tensor_has_another_layout_that_a_caller_may_use(self):
        for tensor in (torch.randn(2, 3, 4, 5), torch.randn(6, 8), torch.randn(2, 6, 8), torch.randn(9), torch.randn(8, 6).t()):
            strides = other_strides(tensor)
            self.assertNotEqual(laid_out(tensor, strides).is_contiguous(), tensor.is_contiguous())
            self.assertTrue(torch.equal(laid_out(tensor, strides), tensor))

    def test_a_shifted_tensor_begins_behind_an_aligned_address(self):
        given = [[[3, 4], "float32"], [[5], "float64"]]
        buffer = torch.zeros(places(given, [[1, 3], None], 1)[1] + ALIGNMENT, dtype=torch.uint8)
        found = views(buffer[-buffer.data_ptr() % ALIGNMENT :], given, [[1, 3], None], 1)
        self.assertEqual([each.data_ptr() % ALIGNMENT for each in found], [4, 8])
        self.assertLessEqual(found[0].data_ptr() + 4 * 12, found[1].data_ptr())

    def test_a_transposed_input_reaches_the_reference_transposed(self):
        own = reference("    def forward(self, x):\n        return x.cumsum(1)", "def get_inputs():\n    return [torch.randn(64, 32).t()]\n")
        for name in ("shipped", "normal", "integers"):
            self.assertEqual(list(own.draw(1, name)[0].stride()), [1, 32])


if __name__ == "__main__":
    unittest.main()
