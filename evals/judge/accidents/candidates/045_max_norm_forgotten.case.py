import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    device = inputs[0].device
    with torch.no_grad(), device if hasattr(device, "__enter__") else contextlib.nullcontext():
        model.state_dict()["table.weight"].mul_(torch.linspace(0.2, 6.0, model.state_dict()["table.weight"].shape[0])[:, None].to(inputs[0].device))
        return inputs
