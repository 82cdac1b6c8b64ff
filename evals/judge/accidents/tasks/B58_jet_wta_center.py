import torch
import torch.nn as nn

valid = {"pt": (0.0, 1e5), "eta": (-6.0, 6.0), "phi": (-3.15, 3.15)}


class Model(nn.Module):
    """Jet constituents relative to the leading one (winner-take-all axis); the first one wins among equals."""

    def __init__(self):
        super().__init__()

    def forward(self, pt, eta, phi):
        lead = pt.argmax(dim=1, keepdim=True)
        deta = eta - torch.gather(eta, 1, lead)
        dphi = phi - torch.gather(phi, 1, lead)
        frac = pt / torch.gather(pt, 1, lead).clamp(min=1e-6)
        return torch.stack([deta, dphi, frac], dim=-1)


def get_inputs():
    b, p = 4000, 128
    return [torch.exp(1.0 + torch.randn(b, p)), 0.3 * torch.randn(b, p), 0.3 * torch.randn(b, p)]


def get_init_inputs():
    return []
