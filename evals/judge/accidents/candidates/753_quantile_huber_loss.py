import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    """Quantile Huber loss with the fused Huber operator."""

    def __init__(self, n):
        super().__init__()
        self.register_buffer("tau", (torch.arange(n) + 0.5) / n)

    def forward(self, pred, target, kappa):
        p, t = torch.broadcast_tensors(pred.unsqueeze(2), target.unsqueeze(1))
        if kappa > 0:
            huber = F.huber_loss(p, t, reduction="none", delta=kappa)
        else:
            huber = F.l1_loss(p, t, reduction="none")
        tau = self.tau.view(1, -1, 1)
        weight = torch.where(t < p, 1.0 - tau, tau)
        return (weight * huber).sum(dim=(1, 2)) / target.size(1)
