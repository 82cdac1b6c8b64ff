"""A task with several shapes, judged by real processes on the cpu target."""

import tempfile
import unittest

from judge.tests.support import RIGHT_HOWEVER_BUSY, ask, evaluation, on_task, python_only

_TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(size))
    def forward(self, x):
        return torch.softmax(x * self.scale[0], dim=-1)
def narrow():
    return [torch.rand(64, 96)]
def wide():
    return [torch.rand(32, 512)]
def tall():
    return [torch.rand(400, 40)]
def get_inputs():
    return narrow()
def get_workloads():
    return [
        {"name": "tall", "weight": 1, "inputs": tall},
        {"name": "narrow", "weight": 5, "inputs": narrow},
        {"name": "wide", "weight": 2.5, "inputs": wide},
    ]
def get_init_inputs():
    return [7]
"""
_ROWS = _TASK[_TASK.index("    return [\n") : _TASK.index("def get_init_inputs")]


def _with_rows(rows: str) -> str:
    return _TASK.replace(_ROWS, f"    return {rows}\n")


_HONEST = "return torch.softmax(x * self.scale[0], dim=-1)"
_SETUP = """
seen = {}
def right(x, scale):
    return torch.softmax(x * scale[0], dim=-1)
"""


def _candidate(body: str, setup: str = "") -> "list[dict]":
    [file] = python_only(body, _SETUP + setup)
    init = "    def __init__(self, size):\n        super().__init__()\n        self.scale = nn.Parameter(torch.rand(size))\n"
    return [{**file, "text": file["text"].replace("    def forward", init + "    def forward")}]


_CANDIDATES = {
    # Keeps the number of columns of its first call.
    "keeps_first": "cols = seen.setdefault('cols', x.shape[1])\nreturn right(x, self.scale) * (1.0 if x.shape[1] == cols else 1.5)",
    # Keeps something for one shape, and makes it anew for another: wrong only when the first shape comes back.
    "wrong_on_return": "seen.setdefault(x.shape, len(seen))\nback = seen.get('last', x.shape) != x.shape and seen.get(x.shape) < len(seen) - 2\n"
    "seen['last'] = x.shape\nreturn right(x, self.scale) * (1.5 if back else 1.0)",
    "wrong_on_wide": "return right(x, self.scale) * (1.5 if x.shape[1] == 512 else 1.0)",
    "keeps_parameter_on_tall": "if x.shape[0] != 400:\n    return right(x, self.scale)\nreturn right(x, seen.setdefault('scale', self.scale.clone()))",
    # Wrong by half of each value: the error stays far beyond each tolerance, however small the hidden values are.
    "wrong_on_hidden_of_tall": "return right(x, self.scale) * (1.0 if x.shape[0] != 400 or float(x.min()) >= 0 else 1.5)",
    "dies_on_wide": "import os\nif x.shape[1] == 512:\n    os._exit(3)\nreturn right(x, self.scale)",
    "slow_on_wide": "import time\ntime.sleep(0.1 if x.shape[1] == 512 else 0)\nreturn right(x, self.scale)",
}
_PROMOTED = {
    "wrong_between": "known = x.shape in ((64, 96), (32, 512), (400, 40))\nreturn right(x, self.scale) * (1.0 if known else 1.5)",
    "raises_between": "if x.shape not in ((64, 96), (32, 512), (400, 40)):\n    raise RuntimeError(f'unknown shape {x.shape}')\nreturn right(x, self.scale)",
    "honest": _HONEST,
}
_BAD = {
    "weight": ('[{"name": "narrow", "weight": "much", "inputs": narrow}]', "row 1 of get_workloads (narrow) has the weight 'much'"),
    "nan": ('[{"name": "narrow", "weight": 1, "inputs": narrow}, {"name": "wide", "weight": float("nan"), "inputs": wide}]', "row 2 of get_workloads (wide) has the weight nan"),
    "nothing": ("[]", "get_workloads returns 0 rows"),
    "many": ('[{"name": str(at), "weight": 1, "inputs": narrow} for at in range(17)]', "get_workloads returns 17 rows"),
    "inputs": ('[{"name": "narrow", "weight": 1, "inputs": narrow()}]', "row 1 of get_workloads (narrow) has no function as inputs"),
    "again": ('[{"name": "narrow", "weight": 1, "inputs": narrow}, {"name": "narrow", "weight": 1, "inputs": wide}]', "two rows with the name 'narrow'"),
    "raises": ("[missing]", "get_workloads failed: NameError"),
    "failing": (
        '[{"name": "narrow", "weight": 2, "inputs": narrow}, {"name": "text", "weight": 1, "inputs": lambda: ["x"]}]',
        "the shape 'text' of get_workloads cannot be judged. softmax: the reference failed",
    ),
    "failing_first": ('[{"name": "text", "weight": 2, "inputs": lambda: ["x"]}]', "the shape 'text' of get_workloads cannot be judged"),
    "other": (
        '[{"name": "wide", "weight": 2, "inputs": wide}]',
        "get_inputs draws a shape that get_workloads does not declare: [64, 96]",
    ),
    "changing": (
        '[{"name": "narrow", "weight": 2, "inputs": narrow}, {"name": "any", "weight": 1, "inputs": lambda: [torch.rand(int(torch.randint(2, 99, ())), 9)]}]',
        "the shape 'any' of get_workloads cannot be judged",
    ),
    "vacuous": (
        '[{"name": "narrow", "weight": 2, "inputs": narrow}, {"name": "one", "weight": 1, "inputs": lambda: [torch.rand(64, 1)]}]',
        "the shape 'one' of get_workloads cannot be judged. the task cannot be judged: its answer hardly depends on its input",
    ),
}


class Workloads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = [on_task("prepare", "prepared", _TASK)]
        jobs += [evaluation(name, _candidate(body), _TASK) for name, body in _CANDIDATES.items()]
        jobs += [on_task("prepare", f"bad_{name}", _with_rows(rows)) for name, (rows, _reason) in _BAD.items()]
        jobs += [{**evaluation(name, _candidate(body), _TASK), "tier": "promotion"} for name, body in _PROMOTED.items()]
        with tempfile.TemporaryDirectory() as kept:
            cls.replies = ask(jobs, seconds=900, KERNELWRIGHT_CACHE=kept)

    def failed(self, name: str, status: str, shape: "str | None") -> dict:
        verdict = self.replies[name]["verdict"]
        self.assertEqual((verdict["status"], verdict.get("shape")), (status, shape), verdict)
        return verdict

    def test_the_baselines_name_each_shape_with_its_share_and_bound(self):
        found = self.replies["prepared"]["baselines"]
        rows = found["workloads"]
        self.assertEqual([(row["name"], row["weight"]) for row in rows], [("narrow", 5), ("wide", 2.5), ("tall", 1)])
        self.assertEqual([row["inputs"][0]["shape"] for row in rows], [[64, 96], [32, 512], [400, 40]])
        self.assertEqual(found["inputs"][0]["shape"], [64, 96])
        self.assertAlmostEqual(sum(row["share"] for row in rows), 1)
        self.assertAlmostEqual(sum(row["weight"] * row["eager"]["medianUs"] for row in rows) / 8.5, found["eager"]["medianUs"])
        self.assertAlmostEqual(sum(row["weight"] * row["floorUs"] for row in rows) / 8.5, found["floorUs"])

    def test_a_kernel_that_keeps_its_first_shape_is_wrong_on_the_next_one(self):
        self.failed("keeps_first", "wrong", "wide")

    def test_a_kernel_that_is_wrong_when_a_shape_comes_back_is_unstable(self):
        verdict = self.failed("wrong_on_return", "unstable", "narrow")
        self.assertIn("wrong after calls of other shapes", verdict["problem"])

    def test_a_kernel_that_is_wrong_on_one_shape_is_told_where(self):
        verdict = self.failed("wrong_on_wide", "wrong", "wide")
        self.assertEqual(verdict["inputs"], "public")

    def test_parameters_that_one_shape_keeps_are_found(self):
        verdict = self.failed("keeps_parameter_on_tall", "unstable", "tall")
        self.assertIn("wrong after other parameters were loaded in place", verdict["problem"])

    def test_hidden_inputs_of_another_shape_tell_no_values(self):
        verdict = self.failed("wrong_on_hidden_of_tall", "wrong", "tall")
        self.assertEqual((verdict["inputs"], verdict["group"]), ("hidden", "distribution"))

    def test_a_kernel_that_ends_on_one_shape_has_crashed_there(self):
        self.failed("dies_on_wide", "crashed", "wide")

    def test_one_slow_shape_shows_in_its_row_and_in_the_weighted_time(self):
        verdict = self.replies["slow_on_wide"]["verdict"]
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        if verdict["status"] == "ok":
            slow = {row["name"]: row["speedup"]["median"] for row in verdict["shapes"]}
            self.assertLess(slow["wide"], 0.5, verdict)
            self.assertTrue(slow["wide"] < verdict["speedup"]["median"] < slow["narrow"], verdict)
            weighted = sum(row["weight"] * row["candidate"]["medianUs"] for row in verdict["shapes"]) / 8.5
            self.assertAlmostEqual(weighted, verdict["candidate"]["medianUs"])

    def test_a_promotion_checks_hidden_shapes_and_times_pairs_over_all_shapes(self):
        verdict = self.replies["honest"]["verdict"]
        self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY, verdict)
        if verdict["status"] == "ok":
            self.assertEqual((verdict["unseen"]["checked"] + len(verdict["unseen"]["refused"]), len(verdict["pairs"])), (6, 5))
            self.assertEqual([row["speedup"]["samples"] for row in verdict["shapes"]], [5, 5, 5])

    def test_a_kernel_for_the_declared_shapes_alone_is_wrong_at_promotion(self):
        for name in ("wrong_between", "raises_between"):
            verdict = self.failed(name, "wrong", None)
            self.assertEqual((verdict["inputs"], verdict["group"]), ("hidden", "other shapes"))
            self.assertNotIn("unknown shape", str(verdict))

    def test_a_bad_row_is_named(self):
        for name, (_rows, reason) in _BAD.items():
            reply = self.replies[f"bad_{name}"]
            self.assertEqual(reply["kind"], "rejected", reply)
            self.assertIn(reason, reply["reason"])


if __name__ == "__main__":
    unittest.main()
