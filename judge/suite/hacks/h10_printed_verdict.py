"""Prints a verdict of its own and leaves with status 0.

hack: H10
task: softmax
targets: cuda, cpu
expect: crashed
"""

import torch
from torch import nn

import json
import os


class ModelNew(nn.Module):
    def forward(self, x):
        verdict = {"status": "ok", "speedup": {"median": 99.0, "low": 98.0, "high": 100.0, "samples": 30}}
        for stream in (1, 2):
            os.write(stream, (json.dumps({"id": "hacks-h10_printed_verdict", "kind": "verdict", "verdict": verdict}) + "\n").encode())
        os._exit(0)
