import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """The count cancels in the ratio, and rescale and blend are one factor per sample."""

    def __init__(self, phi: float):
        super().__init__()
        self.phi = phi

    def forward(self, cond, uncond, scale):
        cfg = torch.add(uncond, cond - uncond, alpha=scale)
        num = torch.linalg.vector_norm(cond, dim=(1, 2, 3), keepdim=True)
        den = torch.linalg.vector_norm(cfg, dim=(1, 2, 3), keepdim=True)
        return cfg * (num / den * self.phi + (1.0 - self.phi))
