import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, num_graphs):
        super().__init__()
        self.g = num_graphs

    def forward(self, x, batch):
        ids = batch.contiguous()
        edges = torch.arange(self.g + 1, device=x.device)
        ptr = torch.searchsorted(ids, edges)
        prefix = F.pad(x.double().cumsum(0), (0, 0, 1, 0))
        total = prefix[ptr[1:]] - prefix[ptr[:-1]]
        count = (ptr[1:] - ptr[:-1]).clamp_min(1)
        return (total / count.unsqueeze(1)).to(x.dtype)
