"""Where PyTorch leaves an answer open: the order of equals, and inputs for which an operator defines none."""

import unittest

import torch

from judge.oracle import second_look, special_failures
from judge.oracle.numerics import tolerance
from judge.oracle.task import open_ties
from judge.oracle.task.admission import Admission
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_checks import SpecialChecks

_HEAD = "import torch, torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x, y):\n"
_INPUTS = "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randn(16, 40)]\n"


def reference(forward: str, inputs: str = _INPUTS) -> Reference:
    return Reference("task.py", f"{_HEAD}        {forward}{inputs}", "cpu", "fp32")


class OrderOfEquals(unittest.TestCase):
    def problem(self, own: Reference, inputs: list, outputs: list) -> str:
        exact = own.exact(inputs)
        budgets = tolerance.eager_errors(own.eager(inputs), exact)
        return second_look.judge(own, inputs, outputs, exact, budgets).problem

    def setUp(self):
        torch.manual_seed(2)
        self.inputs = [torch.randint(-3, 4, (16, 40)).float(), torch.randn(16, 40)]
        self.last_first = self.inputs[0].flip(1).sort(dim=1, descending=True, stable=True)[1][:, :6].mul(-1).add(39)

    def test_topk_may_choose_any_of_the_equal_values(self):
        own = reference("return torch.topk(x, 6, dim=1)")
        values = own.eager(self.inputs)[0]
        self.assertEqual(self.problem(own, self.inputs, [values, self.last_first]), "")

    def test_topk_chooses_no_smaller_value_and_none_twice(self):
        own = reference("return torch.topk(x, 6, dim=1)")
        values = own.eager(self.inputs)[0]
        smaller, twice = self.last_first.clone(), self.last_first.clone()
        smaller[3, 0] = int(self.inputs[0][3].argmin())
        twice[3, 1] = twice[3, 0]
        for places in (smaller, twice, self.last_first + 40):
            self.assertNotEqual(self.problem(own, self.inputs, [values, places]), "")

    def test_what_is_derived_from_an_open_choice_is_open_and_nothing_else(self):
        own = reference("values, at = torch.topk(x, 6, dim=1); return at // 8, y.gather(1, at), x.argmax(1)")
        first = self.inputs[0].argmax(1)
        outputs = [self.last_first // 8, self.inputs[1].gather(1, self.last_first), first]
        self.assertEqual(self.problem(own, self.inputs, outputs), "")
        self.assertNotEqual(self.problem(own, self.inputs, [*outputs[:2], self.last_first[:, 0]]), "")  # argmax gives the first of equals

    def test_a_right_order_stays_required_where_values_differ(self):
        own = reference("values, at = torch.topk(x, 6, dim=1); return at // 8")
        inputs = [torch.randn(16, 40), torch.randn(16, 40)]
        right = own.eager(inputs)[0]
        self.assertNotEqual(self.problem(own, inputs, [right.flip(1)]), "")

    def test_a_stable_sort_has_one_order(self):
        for stable, is_right in (("False", True), ("True", False)):
            own = reference(f"return torch.sort(x, dim=1, descending=True, stable={stable})[1]")
            places = self.inputs[0].flip(1).sort(dim=1, descending=True, stable=True)[1].mul(-1).add(39)
            self.assertEqual(self.problem(own, self.inputs, [places]) == "", is_right)

    def test_values_that_rounding_makes_equal_are_equal(self):
        own = reference("return torch.topk((x.double().exp().log() + 1e4).to(x.dtype), 2, dim=1)[1]")
        inputs = [torch.randn(16, 40), torch.randn(16, 40)]
        inputs[0][:, 5], inputs[0][:, 7] = 9.0, 9.00001  # 1e4 rounds the difference away
        exact = own.exact(inputs)
        swapped = exact[0].flip(1)
        found = open_ties.settled(own, inputs, [swapped], exact, lambda: own.exact(inputs))
        self.assertTrue(torch.equal(found[0], exact[0]))

    def test_special_rows_accept_another_order_of_equals(self):
        own = reference("return torch.topk(x, 6, dim=1)[1]")
        special = SpecialChecks(own, [])
        for name in special.names():
            special.examine(name)

        class Candidate:  # stands for a runner whose kernel prefers the last of equals
            def answered(self, inputs):
                return [inputs[0].flip(1).sort(dim=1, descending=True, stable=True)[1][:, :6].mul(-1).add(39)]

        kinds = {kind for check in special.checks for kind in special_failures.failing_kinds(own, Candidate(), check)}
        self.assertTrue({"constant", "binary", "repeats"} <= set(special.kinds))
        self.assertEqual(kinds - {"nan", "inf", "overflow", "tiny"}, set())


class NoDefinedAnswer(unittest.TestCase):
    def test_a_search_in_unsorted_values_is_left_out(self):
        inputs = "\ndef get_inputs():\n    return [torch.rand(16, 40), torch.rand(16, 3)]\n"
        own = reference("return torch.searchsorted(x.cumsum(1), y)", inputs)
        admission = Admission(own, "fp32")
        for name in ("shipped", "flipped", "normal"):
            admission.examine(name)
        self.assertEqual([row["usable"] for row in admission.rows], [True, False, False])
        special = SpecialChecks(own, [])
        for name in special.names():
            special.examine(name)
        self.assertEqual((special.kinds["minus"], special.kinds["sparse"]), ("the reference refuses it", ""))

    def test_different_values_for_one_place_are_left_out(self):
        inputs = "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randperm(16)]\n"
        for forward in ("return torch.zeros_like(x).index_copy(0, y, x)", "out = torch.zeros_like(x); out[y] = x; return out", "return torch.zeros_like(x).scatter(0, y[:, None].expand_as(x), x)"):
            own = reference(forward, inputs)
            own.expect_defined([torch.randn(16, 40), torch.randperm(16)])
            with self.assertRaises(Undefined):
                own.expect_defined([torch.randn(16, 40), torch.zeros(16, dtype=torch.int64)])
            own.expect_defined([torch.ones(16, 40), torch.zeros(16, dtype=torch.int64)])  # one value, however often

    def test_equal_values_for_one_place_have_one_answer(self):
        inputs = "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randperm(16)]\n"
        twice = torch.arange(16) // 2
        for forward in (
            "return x.index_copy(0, y, {})",
            "out = x.clone(); out[y] = {}; return out",
            "out = x.clone(); out[y, 1:] = {}[:, 1:]; return out",
            "return x.scatter(0, y[:, None].expand_as(x), {})",
            "return x.scatter(0, y[:9, None].expand(9, 40), {})",
            "return x.put(y[:, None] * 40 + torch.arange(40), {})",
        ):
            with self.subTest(forward):
                read = reference(forward.format("x[y].square()"), inputs)
                for x in (torch.randn(16, 40), torch.full((16, 40), float("nan"))):
                    read.expect_defined([x, twice])
                with self.assertRaises(Undefined):
                    reference(forward.format("x.square()"), inputs).expect_defined([torch.randn(16, 40), twice])

    def test_places_that_no_answer_depends_on_may_hold_any_of_their_values(self):
        inputs = "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randperm(16)]\n"
        some = torch.where(torch.arange(16) % 3 == 0, -1, torch.arange(16))
        for forward in (
            "out = torch.zeros(17, 40, dtype=x.dtype); out[torch.where(y >= 0, y, 16)] = x; return out{}",
            "return torch.zeros(17, 40, dtype=x.dtype).index_copy(0, torch.where(y >= 0, y, 16), x){}",
            "return torch.zeros(17, 40, dtype=x.dtype).scatter(0, torch.where(y >= 0, y, 16)[:, None].expand_as(x), x){}",
        ):
            with self.subTest(forward):
                reference(forward.format("[:16].clone()"), inputs).expect_defined([torch.randn(16, 40), some])
                with self.assertRaises(Undefined):
                    reference(forward.format(""), inputs).expect_defined([torch.randn(16, 40), some])

    def test_an_index_from_the_end_may_name_the_same_place(self):
        own = reference("out = torch.zeros_like(x); out[y] = x; return out", "\ndef get_inputs():\n    return [torch.randn(16, 40), torch.randperm(16)]\n")
        own.expect_defined([torch.randn(16, 40), torch.arange(16) - 16])
        with self.assertRaises(Undefined):
            own.expect_defined([torch.randn(16, 40), torch.cat([torch.arange(8), torch.arange(8) - 16])])

    def test_repeated_tokens_are_tried_where_each_write_of_a_token_is_the_same(self):
        forward = "score = torch.gather(x, 1, y); return x.scatter(1, y, torch.where(score < 0, score * 1.2, score / 1.2))"
        special = SpecialChecks(reference(forward, "\ndef get_inputs():\n    return [torch.randn(8, 90), torch.rand(8, 90).argsort(dim=1)[:, :32]]\n"), [])
        for name in special.names():
            special.examine(name)
        self.assertIn("repeated", special.facts()["arguments"]["y"])

    def test_integers_that_leave_their_type_are_left_out(self):
        inputs = "\ndef get_inputs():\n    return [torch.randint(0, 90, (16,)), torch.randint(0, 90, (16,))]\n"
        own = reference("return (x * x * y).float()", inputs)
        own.expect_defined([torch.tensor([1 << 31]), torch.tensor([1])])
        with self.assertRaises(Undefined):
            own.expect_defined([torch.tensor([1 << 32]), torch.tensor([1])])
        special = SpecialChecks(own, [])
        for name in special.names():
            special.examine(name)
        self.assertNotIn("large", special.facts()["arguments"]["x"])
        self.assertIn("large", special.facts()["arguments"]["y"])

    def test_floats_beyond_an_integer_type_are_left_out(self):
        for cast, least, most in (("x.long()", -(2.0**63), 2.0**62), ("x.to(torch.int32)", -(2.0**31), 2.0**30), ("torch.empty_like(x, dtype=torch.int16).copy_(x)", -32768.5, 32767.5)):
            own = reference(f"return x + {cast}")
            with self.subTest(cast):
                own.expect_defined([torch.tensor([least, most, 0.0]), torch.zeros(3)])
                for beyond in (2 * most + 2, 2 * least - 2, float("inf"), float("-inf"), float("nan")):
                    with self.assertRaises(Undefined):
                        own.expect_defined([torch.tensor([0.0, beyond]), torch.zeros(2)])

    def test_floats_of_one_byte_are_not_looked_at(self):
        own = reference("return x + x.to(torch.float8_e4m3fn).to(torch.int32)")
        own.expect_defined([torch.tensor([1.0, float("nan")]), torch.zeros(2)])

    def test_floats_that_do_not_become_integers_may_be_any(self):
        own = reference("return x.double() + (x > 0).long() + x.bool()")
        self.assertEqual(own._watched, set())  # so no further call of the reference looks at its operators
        own.expect_defined([torch.tensor([float("inf"), float("nan"), 1e30]), torch.zeros(3)])

    def test_labels_that_are_no_classes_do_not_reach_ctc_loss(self):
        own = reference("return torch.nn.functional.ctc_loss(x.log_softmax(2), y, (16,) * 4, (5,) * 4)", "\ndef get_inputs():\n    return [torch.randn(16, 4, 9), torch.randint(1, 9, (4, 5))]\n")
        own.expect_defined(own.draw())
        for label in (-1, 9, 1 << 40, 0):  # the last one is the blank
            with self.assertRaises(Undefined):
                own.expect_defined([torch.randn(16, 4, 9), torch.full((4, 5), label)])

    def test_blanks_may_pad_the_labels_of_ctc_loss(self):
        own = reference("return torch.nn.functional.ctc_loss(x.log_softmax(2), y, (16,) * 4, (3,) * 4)", "\ndef get_inputs():\n    return [torch.randn(16, 4, 9), torch.randint(1, 9, (4, 5))]\n")
        labels = torch.randint(1, 9, (4, 5))
        labels[:, 3:] = 0
        own.expect_defined([torch.randn(16, 4, 9), labels])

    def test_a_gpus_reference_is_tried_on_the_cpu_without_labels_that_are_no_classes(self):
        own = reference("return torch.nn.functional.ctc_loss(x.log_softmax(2), y, (16,) * 4, (5,) * 4)", "\ndef get_inputs():\n    return [torch.randn(16, 4, 9), torch.randint(1, 9, (4, 5))]\n")
        own.device = "cuda"  # its CPU copy is used, as on a GPU
        self.assertTrue(own.accepts_on_cpu([torch.randn(16, 4, 9), torch.full((4, 5), 8)]))
        self.assertFalse(own.accepts_on_cpu([torch.randn(16, 4, 9), torch.full((4, 5), 9)]))

    def test_an_overflow_is_one_of_the_type_of_the_result(self):
        pair = "\ndef get_inputs():\n    return [torch.randint(1, 9, (4, 4), dtype=torch.int32), torch.randint(1, 9, (4, 4))]\n"
        large, huge = torch.full((4, 4), 1 << 30, dtype=torch.int32), torch.full((4, 4), 1 << 40)
        for call, inputs, overflows in (
            ("x.sum(1)", [large, huge], False),  # torch sums int32 in int64
            ("x.cumsum(0)", [large, huge], False),
            ("x + x", [large, huge], True),
            ("y.sum(1, dtype=torch.int64) * y.sum()", [large, huge], True),
            ("y ** 2", [large, huge], True),
            ("y @ y", [large, huge], True),
            ("y.sum()", [large, huge], False),
        ):
            own = reference(f"return {call}", pair)
            with self.subTest(call):
                if overflows:
                    self.assertRaises(Undefined, own.expect_defined, inputs)
                else:
                    own.expect_defined(inputs)

    def test_integers_that_meet_floats_do_not_leave_their_type(self):
        own = reference("return x * y * 1e12", "\ndef get_inputs():\n    return [torch.randint(0, 90, (16,)), torch.randn(16)]\n")
        own.expect_defined([torch.tensor([1 << 40]), torch.tensor([1e30])])

    def test_integers_that_meet_complex_numbers_do_not_leave_their_type(self):
        for factor in ("torch.complex(y, y)", "2j"):
            own = reference(f"return (x * {factor}).abs()", "\ndef get_inputs():\n    return [torch.randint(0, 90, (16,)), torch.randn(16)]\n")
            own.expect_defined([torch.tensor([1 << 40]), torch.tensor([1.0])])
        for call in ("x.sum(dtype=torch.complex64).abs()", "x.cumsum(0, dtype=torch.complex64).abs()"):
            with self.subTest(call):
                reference(f"return {call} + y", "\ndef get_inputs():\n    return [torch.randint(0, 90, (16,)), torch.randn(16)]\n").expect_defined([torch.tensor([1 << 40]), torch.tensor([1.0])])

    def test_a_hash_that_leaves_its_type_on_its_own_inputs_keeps_its_checks(self):
        own = reference("return (x * 6364136223846793005 + y) % 97", "\ndef get_inputs():\n    return [torch.randint(0, 90, (16,)), torch.randint(0, 90, (16,))]\n")
        own.expect_defined([torch.tensor([1 << 40]), torch.tensor([1 << 40])])

    def test_a_task_whose_own_inputs_have_no_defined_answer_keeps_its_checks(self):
        own = reference("return torch.searchsorted(x, y)")
        own.expect_defined(own.draw())
        self.assertEqual(own.eager(own.draw())[0].shape, (16, 40))


if __name__ == "__main__":
    unittest.main()
