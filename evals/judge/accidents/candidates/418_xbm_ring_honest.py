import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, dim=64, size=1024, margin=0.5):
        super().__init__()
        self.size = size
        self.margin = margin
        self.register_buffer("feats", torch.zeros(size, dim))
        self.register_buffer("labels", torch.full((size,), -1, dtype=torch.long))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def enqueue(self, f, labels):
        n = f.size(0)
        ptr = int(self.ptr)
        done = 0
        while done < n:
            take = min(n - done, self.size - ptr)
            self.feats[ptr:ptr + take] = f[done:done + take]
            self.labels[ptr:ptr + take] = labels[done:done + take]
            done += take
            ptr = (ptr + take) % self.size
        self.ptr.fill_(ptr)

    def forward(self, emb, labels):
        f = F.normalize(emb, dim=1)
        self.enqueue(f, labels)
        sim = f @ self.feats.t()
        same = labels[:, None] == self.labels
        cost = torch.where(same, 1 - sim, F.relu(sim - self.margin))
        cost = cost.masked_fill(self.labels < 0, 0.0)
        return cost.sum() / emb.size(0)
