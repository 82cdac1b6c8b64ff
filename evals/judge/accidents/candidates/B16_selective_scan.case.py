import math
import torch


def prepare(model, inputs):
    x, dt_raw = inputs
    with torch.no_grad():   # S4D-real spectrum 1..16
        model.A_log.copy_(torch.log(torch.linspace(1.0, 16.0, model.A_log.numel())))
    return [x, dt_raw + 3.0]
