import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, margin=0.3):
        super().__init__()
        self.margin = margin

    def forward(self, emb, labels):
        dist = torch.cdist(emb, emb, compute_mode="donot_use_mm_for_euclid_dist")
        same = labels[:, None] == labels
        pos = same.clone().fill_diagonal_(False)
        valid = pos.any(dim=1) & ~same.all(dim=1)
        hardest_pos = dist.masked_fill(~pos, float("-inf")).max(dim=1).values
        hardest_neg = dist.masked_fill(same, float("inf")).min(dim=1).values
        gap = torch.where(valid, hardest_pos - hardest_neg, torch.zeros_like(hardest_pos))
        loss = torch.where(valid, torch.relu(gap + self.margin), torch.zeros_like(gap))
        return loss.sum() / valid.sum().clamp(min=1)
