import torch
import torch.nn as nn


class Model(nn.Module):
    """Pairwise intersection over union of instance masks."""

    def forward(self, masks_a, masks_b):
        a = masks_a.flatten(1).float()
        b = masks_b.flatten(1).float()
        inter = a @ b.t()
        union = a.sum(1)[:, None] + b.sum(1)[None, :] - inter
        return inter / union.clamp(min=1.0)


def get_inputs():
    H = W = 400
    ys = torch.arange(H).view(1, H, 1)
    xs = torch.arange(W).view(1, 1, W)

    def blobs(cy, cx):
        n = cy.shape[0]
        ry = torch.rand(n, 1, 1) * 60 + 15
        rx = torch.rand(n, 1, 1) * 60 + 15
        return ((ys - cy) / ry) ** 2 + ((xs - cx) / rx) ** 2 < 1.0

    cy, cx = torch.rand(10, 1, 1) * H, torch.rand(10, 1, 1) * W
    return [blobs(cy, cx), blobs(cy + torch.randn(10, 1, 1) * 8, cx + torch.randn(10, 1, 1) * 8)]


def get_init_inputs():
    return []
