"""Modules that hold their own place, such as layer_idx: one row of the ranking where the place makes no difference to their answers."""

import json
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

from judge.tests.support import PYTHON, ROOT

_MODEL = """
    import torch
    from torch import nn

    class Reversed(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, place):
            ctx.place = place
            return x.clone()

        @staticmethod
        def backward(ctx, gradient):
            return gradient * ctx.place, None

    class Config:
        heads = [4, 4, 4, 8]

    class Mix(nn.Module):
        def __init__(self, place, config=None):
            super().__init__()
            self.place, self.config, self.calls = place, config, 0
            self.proj = nn.Linear(8, 8)
            self.register_buffer("steps", torch.zeros(()), persistent=False)

        def forward(self, x, cache=None, *, fast=False):
            y = self.proj(x)
            FORWARD
            return y

    class Block(nn.Module):
        def __init__(self, place, config):
            super().__init__()
            self.mix = Mix(place, config)

        def forward(self, x, **more):
            return x + self.mix(x, **more)

    class Net(nn.Module):
        def __init__(self, places=(0, 1, 2, 3)):
            super().__init__()
            config = Config()
            self.layers = nn.ModuleList(Block(place, config) for place in places)

        def forward(self, x, **more):
            for layer in self.layers:
                x = layer(x, **more)
            return x

    class All(nn.Module):
        def __init__(self, layers):
            super().__init__()
            self.layers = layers

        def forward(self, x):
            return [layer.mix(x) for layer in self.layers]

    class Cache:
        def __init__(self):
            self.kept = {}

    net, x = Net().eval(), torch.randn(4, 8)
"""
_CALLS = "with torch.no_grad():\n    net(x)\n    net(x)"


def ranked(forward: str = "pass", calls: str = _CALLS) -> dict:
    """The ranking of a script whose Mix does this with its place. Rows by path."""
    with tempfile.TemporaryDirectory() as folder:
        text = textwrap.dedent(_MODEL).replace("FORWARD", textwrap.indent(textwrap.dedent(forward), " " * 8).strip())
        Path(folder, "script.py").write_text(text + textwrap.dedent(calls))
        command = [PYTHON, str(ROOT / "judge" / "capture" / "rank.py"), "--result", "result.json", "script.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(Path(folder, "result.json").read_text())["model"]


def rows(forward: str = "pass", calls: str = _CALLS, part: str = ".mix") -> "list[int]":
    """The number of the first layer with the same settings, for each layer's part."""
    settings = {row["path"]: row["settings"] for row in ranked(forward, calls)["modules"]}
    found = [settings[path] for path in sorted(settings) if path.startswith("layers.") and path.endswith(part) and path.count(".") == 1 + part.count(".")]
    return [found.index(each) for each in found]


_ALIKE, _APART = [0, 0, 0, 0], [0, 1, 2, 3]


class Places(unittest.TestCase):
    def test_a_place_that_makes_no_difference_is_no_setting(self):
        model = ranked()
        found = {row["path"]: row for row in model["modules"]}
        for part in (".mix", ""):
            members = [found[f"layers.{at}{part}"] for at in range(4)]
            self.assertEqual({row["settings"] for row in members}, {members[0]["fingerprint"]})
            self.assertEqual(len({row["fingerprint"] for row in members}), 4)
        self.assertEqual((model["class"], model["calls"], model["trains"]), ("__main__.Net", 2, False))
        self.assertEqual({row["calls"] for row in found.values()}, {1})

    def test_a_place_that_changes_a_bit_of_the_answer_is_a_setting(self):
        for forward in ("y = y * (self.place + 1)", "y = torch.where(y > 99, y, -0.0 if self.place else 0.0)"):
            with self.subTest(forward):
                self.assertEqual(rows(forward), _APART)

    def test_a_place_in_an_answer_beside_tensors_is_a_setting(self):
        alone = "with torch.no_grad():\n    All(net.layers)(x)"
        self.assertEqual((rows("return y, None", alone), rows("return y, self.place", alone)), (_ALIKE, _APART))

    def test_members_whose_place_is_treated_apart_are_apart(self):
        self.assertEqual(rows("if self.place == 2: y = y + 1"), [0, 0, 2, 0])
        self.assertEqual(rows("y = y * self.config.heads[self.place]"), [0, 0, 0, 3])

    def test_a_place_counts_if_one_kind_of_recorded_call_depends_on_it(self):
        both = "with torch.no_grad():\n    net(x)\n    net("
        for forward, call in (("if len(x) == 9: y = y * self.place", "torch.randn(9, 8))"), ("if fast: y = y * self.place", "x, fast=True)")):
            with self.subTest(forward):
                self.assertEqual(rows(forward, both + call), _APART)
                self.assertEqual(rows(forward), _ALIKE)

    def test_few_of_many_kinds_of_calls_are_kept_if_the_others_differ_in_lengths_alone(self):
        grow = "with torch.no_grad():\n    for at in range(2, 32):\n        net(torch.randn(at, 8))\n"
        count = "import gc\nkept = [each for each in gc.get_objects() if type(each) is torch.Tensor and each.dim() == 2 and len(each) > 1]\nassert len(kept) < 16, len(kept)"
        self.assertEqual(rows(calls=f"{grow}del x\n{count}"), _ALIKE)
        self.assertEqual((rows(calls=f"{grow}    net(x, fast=True)"), rows(calls=f"{grow}    net(x[None])")), (_APART, _APART))

    def test_a_call_whose_arguments_are_large_is_not_kept(self):
        large = "with torch.no_grad():\n    net(x)\n    net(x, cache=torch.empty(2**26))\n"
        self.assertEqual((rows(calls=large), rows(calls=large + "    net(x, cache=torch.empty(2))")), (_APART, _ALIKE))

    def test_a_comparison_that_takes_long_leaves_the_place_a_setting(self):
        slow = "import time\nseconds, late, clock = 0, [0], time.monotonic\ntime.monotonic = lambda: clock() + late[0]\nwith torch.no_grad():\n    All(net.layers)(x)\nseconds = {}"
        passes = "late[0] += seconds"
        self.assertEqual((rows(passes, slow.format(0.01)), rows(passes, slow.format(4))), (_ALIKE, _APART))

    def test_the_time_of_a_call_leaves_out_its_recording(self):
        slow = """
            import time
            clone, late, clock = torch.Tensor.clone, [0], time.perf_counter
            time.perf_counter = lambda: clock() + late[0]
            def slowly(*args, **more):
                late[0] += 5000
                return clone(*args, **more)
            with torch.no_grad():
                net(x)
                torch.Tensor.clone = slowly
                net(x, fast=x)
                torch.Tensor.clone = clone
        """
        for row in ranked(calls=slow)["modules"]:
            self.assertLess(max(row["ownSeconds"], row["seconds"]), 500, row["path"])

    def test_a_cache_that_is_indexed_by_place_is_no_recorded_call(self):
        indexed = "if cache is not None: y = y + cache.kept.setdefault(self.place, self.place)"
        cached = "with torch.no_grad():\n    net(x, cache=Cache())\n    net(x, cache=Cache())\n"
        self.assertEqual(rows(indexed, cached), _APART)
        self.assertEqual(rows(indexed, f"{cached}    net(x)"), _ALIKE)

    def test_random_modules_and_modules_that_change_state_keep_their_places(self):
        for forward in ("y = y + torch.rand(())", "self.steps += 1", "self.calls += 1", "self.proj.bias.data += 1"):
            with self.subTest(forward):
                self.assertEqual(rows(forward), _APART)

    def test_a_number_that_is_not_the_module_s_own_place_is_a_setting(self):
        self.assertEqual(rows(calls=f"net = Net((0, 1, 3, 2)).eval()\n{_CALLS}"), [0, 0, 2, 3])

    def test_gradients_are_compared_if_autograd_records_the_call(self):
        backward = "net(x).sum().backward()\nnet(x).sum().backward()"
        forward = "y = Reversed.apply(y, self.place)"
        self.assertEqual((rows(forward, backward), rows(forward), rows(calls=backward)), (_APART, _ALIKE, _ALIKE))

    def test_an_argument_that_the_module_changes_is_given_anew(self):
        self.assertEqual(rows("x += 1"), _ALIKE)

    def test_a_block_has_the_place_of_the_module_inside(self):
        self.assertEqual((rows(part=""), rows("y = y * (self.place + 1)", part="")), (_ALIKE, _APART))


if __name__ == "__main__":
    unittest.main()
