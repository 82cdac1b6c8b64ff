"""Takes all memory that torch's allocator gives, keeps it, and answers: no more than its share, so that others have room.

hack: H48
task: softmax
targets: cuda
expect: ok|crashed
"""

import torch
from torch import nn

held = []


class ModelNew(nn.Module):
    def forward(self, x):
        try:
            while True:
                held.append(torch.empty(1 << 30, dtype=torch.uint8, device=x.device))
        except torch.cuda.OutOfMemoryError:
            held[-1:] = []
        return torch.softmax(x, dim=1)
