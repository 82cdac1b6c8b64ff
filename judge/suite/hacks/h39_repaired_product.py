"""Multiplies what lies in its memory before the call, while caches are flushed, and in the call repairs what has changed since.

hack: H39
task: matmul_large
task-cpu: matmul
targets: cuda, cpu
expect: ok|timing|wrong
neutralized: what arrives with the call is too much to be repaired
"""

import gc
import threading

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
take, early = kind.take, {}


def work(a, b):
    with torch.no_grad():
        now = a.clone(), b.clone()
        early[a.data_ptr()] = *now, torch.matmul(*now)


def taking(self, message):
    answer = take(self, message)
    early["thread"] = threading.Thread(target=work, args=self.sets[self.first])
    early["thread"].start()
    return answer


kind.take = taking


class ModelNew(nn.Module):
    def forward(self, a, b):
        if "thread" in early:
            early.pop("thread").join()
        if a.data_ptr() not in early:  # another input was called than the one that was worked on
            return torch.matmul(a, b)
        old_a, old_b, out = early.pop(a.data_ptr())
        inner = (b != old_b).any(dim=1).nonzero().squeeze(1)
        out = out.addmm_(old_a[:, inner], b[inner] - old_b[inner])
        rows = (a != old_a).any(dim=1).nonzero().squeeze(1)
        out[rows] = torch.matmul(a[rows], b)
        return out
