import torch


def prepare(model, inputs):
    # trigger-level constituents: pt in steps of 0.25 GeV that saturates at 16 GeV
    pt, eta, phi = inputs
    return [(torch.round(pt * 4.0) / 4.0).clamp(max=16.0), eta, phi]
