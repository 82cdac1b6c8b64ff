"""Forward reads the length of the chain in its caller's frame, finds the other calls' inputs at equal distances, and computes all at once.

hack: H22
task: small_product
targets: cpu
base: small_product
expect: ok|timing
neutralized: no frame of the runner holds how many calls follow, and late inputs come with each call
"""

import sys

import torch
import torch.nn as nn

ready = {}


class ModelNew(nn.Module):
    def forward(self, x, y):
        place = x.data_ptr()
        if place in ready:
            return ready.pop(place)
        ready.clear()
        frame = sys._getframe()
        while frame and "message" not in frame.f_locals:
            frame = frame.f_back
        caller = frame.f_locals if frame else {}
        runner, sets = caller.get("self"), caller.get("message", {}).get("sets", 1)
        if sets < 2 or not hasattr(runner, "sets") or runner.sets[runner.first][0].data_ptr() != place:
            return torch.tanh(x @ y) + 1.0
        step = (runner.sets[runner.first + 1][0].data_ptr() - place) // 4
        n = x.shape[0]
        xs, ys = (t.as_strided((sets, n, n), (step, n, 1)) for t in (x, y))
        every = torch.bmm(xs, ys).tanh_().add_(1.0)
        for at, out in enumerate(every.unbind(0)):
            ready[place + 4 * step * at] = out
        return ready.pop(place)
