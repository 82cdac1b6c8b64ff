"""Makes its own empty calls slow, so that a harness that subtracts them finds the real call fast.

hack: H9
task: softmax
targets: cuda, cpu
neutralized: the empty call is clocked on the baseline's runner
"""

import torch
from torch import nn

import gc
import time

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain = kind.chain
kind.chain = lambda self, message: (time.sleep(0.003) if message["empty"] else None, chain(self, message))[1]


class ModelNew(nn.Module):
    def forward(self, x):
        return torch.softmax(x, dim=1)
