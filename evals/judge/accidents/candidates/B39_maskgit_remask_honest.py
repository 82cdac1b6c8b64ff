import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Selection instead of a full sort."""

    def __init__(self, mask_id: int):
        super().__init__()
        self.mask_id = mask_id

    def forward(self, conf, ids, known, k):
        conf = conf.masked_fill(known, float("inf"))
        cut = torch.kthvalue(conf, k + 1, dim=-1, keepdim=True).values
        return ids.masked_fill(conf < cut, self.mask_id)
