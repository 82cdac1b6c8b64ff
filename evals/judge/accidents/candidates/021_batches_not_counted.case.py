import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F

CALLS = 2

def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        model.norm.num_batches_tracked.fill_(4)
        model.norm.running_mean.fill_(3.0)
        return inputs
