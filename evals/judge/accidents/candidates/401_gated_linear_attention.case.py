import torch
import torch.nn.functional as F


def prepare(model, inputs):
    q, k, v, log_gate, state = inputs
    gen = torch.Generator().manual_seed(0)
    raw = torch.randn(log_gate.shape, generator=gen)
    return [q, k, v, F.logsigmoid(2.0 * raw - 2.0), state]
