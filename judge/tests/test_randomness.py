"""References that are random in training mode. Values are judged in eval mode, randomness by statistics."""

import unittest

from .support import RIGHT_HOWEVER_BUSY, ask_shared_patiently, evaluation

TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(256, 256)
        self.drop = nn.Dropout(0.3)
    def forward(self, x):
        return self.drop(self.scale(x))
def get_inputs():
    return [torch.randn(64, 256)]
def get_init_inputs():
    return []
"""
MODEL = """
import torch, torch.nn as nn, torch.nn.functional as F
OWN = torch.Generator()
class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Linear(256, 256)
    def forward(self, x):
        y = self.scale(x)
        return {}
"""
CASES = {
    "as-the-reference": ("F.dropout(y, 0.3, self.training)", "ok", ""),
    "never": ("y", "wrong", "the same outputs"),
    "in-eval-mode-too": ("F.dropout(y, 0.3, True)", "wrong", ""),
    "wrong-rate": ("F.dropout(y, 0.25, self.training)", "wrong", "share of zeros"),
    "scattered": ("F.dropout(y, 0.3, self.training) * (1 + torch.randn(1) * (0.5 if self.training else 0))", "wrong", "in training mode"),
    "infinite": ("F.dropout(y, 0.3, self.training) / (0 if self.training else 1)", "wrong", "in training mode"),
    "one-mask-for-all-rows": ("y * F.dropout(torch.ones_like(y[:1]), 0.3, self.training)", "wrong", "in training mode"),
    "own-generator": ("y * (torch.rand(y.shape, generator=OWN) > 0.3) / 0.7 if self.training else y", "wrong", "torch.manual_seed"),
    "unscaled": ("F.dropout(y, 0.3, self.training) * (0.7 if self.training else 1)", "wrong", "RMS"),
}


class Randomness(unittest.TestCase):
    def test_keep_rate_and_scaling_are_those_of_the_reference_in_training_mode(self):
        replies = ask_shared_patiently([evaluation(name, [{"name": "model_new.py", "text": MODEL.format(body)}], TASK) for name, (body, _status, _why) in CASES.items()])
        for name, (_body, status, why) in CASES.items():
            with self.subTest(name):
                verdict = replies[name]["verdict"]
                self.assertIn(verdict["status"], RIGHT_HOWEVER_BUSY if status == "ok" else (status,), verdict)
                self.assertIn(why, verdict.get("problem", ""))


if __name__ == "__main__":
    unittest.main()
