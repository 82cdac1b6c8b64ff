import torch
import torch.nn as nn

valid = {"beta": (0.01, 10.0)}


class Model(nn.Module):
    """Normalised Boltzmann weights of the frames of several replicas (reweighting)."""

    def __init__(self):
        super().__init__()

    def forward(self, energy, beta):
        shifted = energy - energy.amin(dim=1, keepdim=True)
        w = torch.exp(-beta * shifted)
        return w / w.sum(dim=1, keepdim=True)


def get_inputs():
    # energies in kJ/mol about their mean, beta in mol/kJ at 300 K
    return [2.5 * torch.randn(64, 8192), 0.4]


def get_init_inputs():
    return []
