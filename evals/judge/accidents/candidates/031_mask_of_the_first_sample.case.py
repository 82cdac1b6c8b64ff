import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        inputs[3][1, ..., 20:] = -1e9
        inputs[3][2, ..., 50:] = -1e9
        return inputs
