import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, size, dim, temperature):
        super().__init__()
        self.size = size
        self.temperature = temperature
        self.register_buffer("memory", F.normalize(torch.randn(size, dim), dim=1))
        self.register_buffer("ptr", torch.zeros((), dtype=torch.int64))

    @torch.no_grad()
    def enqueue(self, new):
        ptr = int(self.ptr)
        if new.shape[0] > self.size:
            ptr = (ptr + new.shape[0] - self.size) % self.size
            new = new[-self.size:]
        n = new.shape[0]
        head = min(n, self.size - ptr)
        self.memory[ptr:ptr + head].copy_(new[:head])
        if head < n:
            self.memory[:n - head].copy_(new[head:])
        self.ptr.fill_((ptr + n) % self.size)

    def forward(self, x):
        x = F.normalize(x, dim=1)
        if self.training:
            self.enqueue(x.detach())
        return (x * (1.0 / self.temperature)) @ self.memory.t()
