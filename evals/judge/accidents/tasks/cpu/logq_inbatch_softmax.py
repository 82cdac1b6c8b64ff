import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """In-batch sampled softmax loss of a two-tower model.

    The logits are corrected by the log of each item's sampling probability,
    which comes from the item counts seen during training.
    """

    def __init__(self, num_items, dim):
        super().__init__()
        self.num_items = num_items
        self.item_emb = nn.Parameter(torch.randn(num_items, dim) * 0.2)
        self.register_buffer("counts", torch.zeros(num_items, dtype=torch.long))
        self.register_buffer("total", torch.zeros((), dtype=torch.long))

    def forward(self, user_vec, item_ids):
        if self.training:
            self.counts.index_add_(0, item_ids, torch.ones_like(item_ids, dtype=torch.long))
            self.total += item_ids.numel()
        prob = (self.counts[item_ids] + 1).float() / (self.total + self.num_items).float()
        logits = user_vec @ self.item_emb[item_ids].t() - prob.log()
        target = torch.arange(item_ids.numel(), device=item_ids.device)
        return F.cross_entropy(logits, target)


def get_inputs():
    return [torch.randn(256, 64), torch.randperm(5000)[:256]]


def get_init_inputs():
    return [5000, 64]
