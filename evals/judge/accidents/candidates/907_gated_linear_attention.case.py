import torch


def prepare(model, inputs):
    q, k, v, log_g = inputs
    g = torch.Generator().manual_seed(2)
    # a trained layer with heads of short memory
    gate = 2.0 * torch.randn(log_g.shape, generator=g) - torch.tensor([-4.0, 0.0, 1.0, 3.0])[None, :, None]
    return [q, k, v, torch.nn.functional.logsigmoid(gate)]
