import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, dim, out_dim):
        super().__init__()
        self.user = nn.Linear(dim, out_dim)
        self.item = nn.Linear(dim, out_dim)
        self.log_scale = nn.Parameter(torch.tensor(0.5))

    def forward(self, user_x, item_x, item_ids, log_q):
        u, v = self.user(user_x), self.item(item_x)
        logits = torch.addmm(-log_q.unsqueeze(0), u * self.log_scale.exp(), v.t())
        target = logits.diagonal().clone()
        key = item_ids.to(logits.dtype)
        # no boolean eye: the diagonal is put back afterwards
        logits.masked_fill_(key.unsqueeze(1) == key, float("-inf"))
        logits.diagonal().copy_(target)
        return torch.logsumexp(logits, 1) - target
