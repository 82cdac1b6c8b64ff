import torch
import torch.nn as nn


class ModelNew(nn.Module):
    """Selection instead of a full sort."""

    def __init__(self, mask_id: int):
        super().__init__()
        self.mask_id = mask_id

    def forward(self, conf, ids, known, k):
        conf = conf.masked_fill(known, float("inf"))
        low = torch.topk(conf, k, dim=-1, largest=False, sorted=False).indices
        return ids.scatter(-1, low, self.mask_id)
