"""The oracle's special rows, varied arguments and parameter states for a task, without a runner."""

import unittest

import torch

from judge.oracle.numerics.row_tolerance import failing_rows, tolerances
from judge.oracle.task import special_rows
from judge.oracle.task.admission import Admission
from judge.oracle.task.distributions import SHIPPED
from judge.oracle.task.inputs import laid_out, own_strides
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_checks import ARGUMENTS, SpecialChecks
from judge.protocol.errors import Rejected

_HEAD = "import torch, torch.nn as nn, torch.nn.functional as F\n"
_ROWS = "def get_inputs():\n    return [torch.randn(32, 64)]\n"


def reference(model: str, inputs: str = _ROWS, more: str = "") -> Reference:
    return Reference("task.py", f"{_HEAD}class Model(nn.Module):\n{model}\n{inputs}{more}", "cpu", "fp32")


def checks_of(found: Reference, broken: tuple = ()) -> SpecialChecks:
    made = SpecialChecks(found, list(broken))
    for name in made.names():
        made.examine(name)
    return made


class Rows(unittest.TestCase):
    def test_every_kind_keeps_shape_and_type(self):
        torch.manual_seed(1)
        for dtype in (torch.float32, torch.bfloat16, torch.float16):
            tensors = [torch.randn(24, 6, dtype=dtype), torch.randn(24, 6, dtype=dtype), torch.randn(6, dtype=dtype)]
            for kind in (*special_rows.INSIDE, *special_rows.OUTSIDE, *special_rows.UNPROVEN, special_rows.TWICE):
                with self.subTest(f"{kind} {dtype}"):
                    for found in (special_rows.filled(kind, tensors), special_rows.planted([kind, "zeros"], tensors, 24)[0]):
                        self.assertEqual([(each.shape, each.dtype) for each in found], [(each.shape, each.dtype) for each in tensors])

    def test_a_mask_gets_no_special_rows(self):
        mask = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
        self.assertTrue(torch.equal(special_rows.filled("hundred", [mask])[0], mask))

    def test_independent_rows_share_one_draw(self):
        found = checks_of(reference("    def forward(self, x):\n        return torch.softmax(x, 1)"))
        self.assertEqual(found.facts()["rows"], "independent")
        self.assertEqual([check.name for check in found.checks], ["special rows 0", "rare rows 0"])

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

    def test_numbers_vary_if_the_outputs_keep_their_shapes(self):
        model = "    def forward(self, x, n, scale):\n        return x[:, :4] * n * scale if n else x"
        found = self.variants(model, "torch.randn(8, 16), 3, 0.5")
        self.assertEqual(set(found["n"]), {"half", "one less", "one more", "negated"})
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

    def test_an_argument_that_never_varies_is_named(self):
        model = "    def forward(self, x, n):\n        assert n == 3\n        return x * n"
        own = reference(model, "def get_inputs():\n    return [torch.randn(8, 16), 3]\n")
        self.assertEqual(checks_of(own).same, ["n"])

    def test_a_range_for_an_unknown_argument_is_rejected_with_the_known_names(self):
        own = reference("    def forward(self, x):\n        return x.cumsum(1)", more='valid = {"lengths": (1, 16)}\n')
        with self.assertRaisesRegex(Rejected, "lengths"):
            SpecialChecks(own, []).names()


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

    def test_variances_stay_positive(self):
        own = reference(self.BUFFERS.replace("nn.BatchNorm1d(64)", "nn.BatchNorm1d(64).eval()"))
        self.assertTrue(bool((own.states[2]["norm.running_var"] > 0).all()))

    def test_effects_are_buffers_and_written_inputs(self):
        model = self.BUFFERS.replace("return (", "x[:, 0] = 1\n        return (")
        self.assertEqual(reference(model).effect_names(), ["input x", "buffer norm.running_mean", "buffer norm.running_var", "buffer norm.num_batches_tracked"])


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

    def test_a_transposed_input_reaches_the_reference_transposed(self):
        own = reference("    def forward(self, x):\n        return x.cumsum(1)", "def get_inputs():\n    return [torch.randn(64, 32).t()]\n")
        for name in ("shipped", "normal", "integers"):
            self.assertEqual(list(own.draw(1, name)[0].stride()), [1, 32])


if __name__ == "__main__":
    unittest.main()
