import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        inputs[0][::2, 100] = -1.5
        return inputs
