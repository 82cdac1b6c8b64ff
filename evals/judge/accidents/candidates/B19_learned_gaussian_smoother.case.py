import math
import torch


def prepare(model, inputs):
    with torch.no_grad():   # bandwidths after training
        model.log_sigma.copy_(torch.log(torch.linspace(0.7, 4.0, model.log_sigma.numel())))
    return inputs
