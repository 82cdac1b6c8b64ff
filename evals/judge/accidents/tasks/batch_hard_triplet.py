import torch
import torch.nn as nn


class Model(nn.Module):
    """Batch-hard triplet loss, averaged over the anchors that have a positive and a negative."""

    def __init__(self, margin=0.3):
        super().__init__()
        self.margin = margin

    def forward(self, emb, labels):
        diff = emb.unsqueeze(1) - emb.unsqueeze(0)
        dist = (diff * diff).sum(-1).clamp(min=1e-12).sqrt()
        same = labels.unsqueeze(1) == labels.unsqueeze(0)
        eye = torch.eye(len(labels), dtype=torch.bool, device=emb.device)
        pos = same & ~eye
        neg = ~same
        hardest_pos = dist.masked_fill(~pos, float("-inf")).max(dim=1).values
        hardest_neg = dist.masked_fill(~neg, float("inf")).min(dim=1).values
        valid = pos.any(dim=1) & neg.any(dim=1)
        gap = torch.where(valid, hardest_pos - hardest_neg, torch.zeros_like(hardest_pos))
        loss = torch.relu(gap + self.margin) * valid
        return loss.sum() / valid.sum().clamp(min=1)


def get_inputs():
    labels = torch.arange(16).repeat_interleave(8)[torch.randperm(128)]
    centers = torch.randn(16, 64) * 0.5
    emb = centers[labels] + torch.randn(128, 64) * 0.5
    return [emb, labels]


def get_init_inputs():
    return []
