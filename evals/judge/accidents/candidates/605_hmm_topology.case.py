import torch


def prepare(model, inputs):
    log_emission, transition, initial, lengths = inputs
    s = transition.shape[0]
    transition = torch.eye(s) * 0.6 + torch.diag(torch.full((s - 1,), 0.4), 1)
    transition[-1, -1] = 1.0
    initial = torch.zeros(s)
    initial[0] = 1.0
    return [log_emission, transition, initial, lengths]
