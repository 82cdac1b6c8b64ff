"""Candidates that are right in most calls, and wrong where a caller would notice it later.

Some are wrong in timed calls, for one other element, or in the other mode. Others are wrong after a part of the state was loaded, in what
they leave behind, or in the values that dropout keeps. Each has an honest twin.
"""

import unittest

from judge.tests.support import RIGHT_HOWEVER_BUSY, ask_shared_patiently, evaluation

_HEAD = "import sys, torch, torch.nn as nn, torch.nn.functional as F\n"
_NO_ARGUMENTS = "def get_init_inputs():\n    return []\n"
MASKED = f"""{_HEAD}
class Model(nn.Module):
    def forward(self, x, mask):
        return torch.softmax(x.masked_fill(~mask, -1e9), dim=1)
def get_inputs():
    return [torch.randn(256, 256), torch.ones(256, 256).tril().bool()]
{_NO_ARGUMENTS}"""
SCALED = f"""{_HEAD}
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.s = nn.Parameter(torch.randn(256, 128) * 0.1), nn.Parameter(torch.ones(128))
    def forward(self, x):
        return x @ (self.w * self.s)
def get_inputs():
    return [torch.randn(128, 256)]
{_NO_ARGUMENTS}"""
NORM = f"""{_HEAD}
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(64)
        self.eval()
    def forward(self, x):
        return self.bn(x)
def get_inputs():
    return [torch.randn(256, 64)]
{_NO_ARGUMENTS}"""
DROPPED = f"""{_HEAD}
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.d = nn.Parameter(torch.randn(256, 128) * 0.1), nn.Dropout(0.2)
    def forward(self, x):
        return self.d(x @ self.w)
def get_inputs():
    return [torch.randn(128, 256)]
{_NO_ARGUMENTS}"""
_ON_MASKED = """
TRIL = torch.ones(256, 256).tril().bool()
def is_timed():
    frame = sys._getframe()
    while frame and frame.f_code.co_name != 'chain':
        frame = frame.f_back
    return frame is not None
class ModelNew(nn.Module):
    def forward(self, x, mask):
        if {}:
            mask = TRIL
        return torch.softmax(torch.where(mask, x, -1e9), dim=1)
"""
_INIT_SCALED = """
class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.s, self.key = nn.Parameter(torch.randn(256, 128) * 0.1), nn.Parameter(torch.ones(128)), None
    def forward(self, x):
"""
_KEEPS = """        key = {}
        if self.key != key:
            self.key, self.kept = key, self.w * self.s
        return x @ self.kept{}
"""
_FOLDS = """        if not (self.s == 1).all():
            self.w.mul_(self.s); self.s.fill_(1)
        return x @ self.w
"""
_ON_NORM = """
class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(64)
        self.eval()
    def forward(self, x):
        if self.training:
            self.bn.num_batches_tracked.add_(1)
            return F.batch_norm(x, {}, self.bn.weight, self.bn.bias, True)
        return self.bn(x)
"""
_ON_DROPPED = """
class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.d = nn.Parameter(torch.randn(256, 128) * 0.1), nn.Dropout(0.2)
    def forward(self, x):
        return self.d(x @ ({} if self.training else self.w))
"""
WRONG = {
    "masked-in-timed-calls": (MASKED, _ON_MASKED.format("is_timed()"), "unstable"),
    # It misses one other element wherever that is, but for the first one, which alone differs if the first row is empty.
    "masked-looks-at-some": (MASKED, _ON_MASKED.format("mask[0, 0] and (mask[::32, ::32] != TRIL[::32, ::32]).sum() < 2"), "wrong"),
    "scaled-renewed-by-one": (SCALED, _INIT_SCALED + _KEEPS.format("self.w._version", ""), "wrong"),
    "scaled-folds-parameters": (SCALED, _INIT_SCALED + _FOLDS, "wrong"),
    "dropped-other-columns": (DROPPED, _ON_DROPPED.format("self.w.flip(1)"), "wrong"),
}
UNPROVEN = {
    "scaled-in-the-other-mode": (SCALED, _INIT_SCALED + _KEEPS.format("(self.w._version, self.s._version)", " * self.training"), "eval"),
    "norm-keeps-no-statistics": (NORM, _ON_NORM.format("None, None"), "train"),
}
RIGHT = {
    "masked": (MASKED, _ON_MASKED.format("torch.equal(mask, TRIL)")),
    "scaled": (SCALED, _INIT_SCALED + _KEEPS.format("(self.w._version, self.s._version)", "")),
    "norm": (NORM, _ON_NORM.format("self.bn.running_mean, self.bn.running_var")),
    "dropped": (DROPPED, _ON_DROPPED.format("self.w")),
}


class Elsewhere(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = []
        for name, (task, candidate, *_rest) in {**WRONG, **UNPROVEN, **RIGHT}.items():
            job = evaluation(name, [{"name": "model_new.py", "text": _HEAD + candidate}], source=task)
            jobs.append({**job, "task": {**job["task"], "name": name.split("-")[0]}})
        cls.replies = ask_shared_patiently(jobs)

    def test_each_error_is_found(self):
        for name, (_task, _candidate, status) in WRONG.items():
            with self.subTest(name):
                self.assertEqual(self.replies[name]["verdict"]["status"], status)

    def test_the_other_mode_is_unproven_where_outputs_or_statistics_are_wrong(self):
        for name, (_task, _candidate, condition) in UNPROVEN.items():
            with self.subTest(name):
                self.assertIn(condition, self.replies[name]["verdict"]["unproven"])

    def test_the_honest_twins_pass(self):
        for name in RIGHT:
            with self.subTest(name):
                self.assertIn(self.replies[name]["verdict"]["status"], RIGHT_HOWEVER_BUSY)
                if self.replies[name]["verdict"]["status"] == "ok":
                    self.assertFalse({"eval", "train"} & set(self.replies[name]["verdict"]["unproven"]))


if __name__ == "__main__":
    unittest.main()
