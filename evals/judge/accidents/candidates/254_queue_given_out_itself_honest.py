import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, size, features):
        super().__init__()
        self.register_buffer("queue", torch.zeros(size, features))
        self.register_buffer("place", torch.zeros((), dtype=torch.int64))

    def forward(self, keys):
        at = int(self.place)
        self.queue.narrow(0, at, keys.shape[0]).copy_(keys / keys.norm(dim=1, keepdim=True).clamp(min=1e-12))
        self.place.copy_((self.place + keys.shape[0]) % self.queue.shape[0])
        return self.queue.clone()
