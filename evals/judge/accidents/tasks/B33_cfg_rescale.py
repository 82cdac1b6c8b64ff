import torch
import torch.nn as nn

valid = {"scale": (0, 30)}


class Model(nn.Module):
    """Classifier-free guidance with standard-deviation rescale (Lin et al., guidance_rescale in common pipelines)."""

    def __init__(self, phi: float):
        super().__init__()
        self.phi = phi

    def forward(self, cond, uncond, scale):
        cfg = uncond + scale * (cond - uncond)
        std_c = cond.std(dim=(1, 2, 3), keepdim=True)
        std_g = cfg.std(dim=(1, 2, 3), keepdim=True)
        resc = cfg * (std_c / std_g)
        return self.phi * resc + (1.0 - self.phi) * cfg


def get_inputs():
    cond = torch.randn(2, 4, 256, 256)
    return [cond, cond + 0.1 * torch.randn(2, 4, 256, 256), 7.5]


def get_init_inputs():
    return [0.7]
