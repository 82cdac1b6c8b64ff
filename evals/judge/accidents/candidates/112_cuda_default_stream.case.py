import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        return inputs


def run(model, inputs):
    side = torch.cuda.Stream()
    late = [torch.zeros_like(t) for t in inputs]
    torch.cuda.synchronize()
    with torch.cuda.stream(side):
        torch.cuda._sleep(500_000_000)
        for to, t in zip(late, inputs):
            to.copy_(t)
        out = model(*late)
    torch.cuda.synchronize()
    return out
