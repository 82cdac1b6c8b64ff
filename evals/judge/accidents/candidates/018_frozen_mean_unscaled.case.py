import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        s = model.state_dict()
        s["running_mean"].normal_()
        s["running_var"].uniform_(0.2, 5.0)
        s["weight"].uniform_(0.5, 2.0)
        return inputs
