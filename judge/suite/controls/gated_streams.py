"""Two halves on two side streams that wait for the caller's stream and are joined to it.

task: gated
targets: cuda
"""

import torch
from torch import nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.streams = None

    def forward(self, x, y):
        if self.streams is None:
            self.streams = [torch.cuda.Stream(), torch.cuda.Stream()]
        here, out = torch.cuda.current_stream(), torch.empty_like(x)
        for stream, a, b, part in zip(self.streams, x.chunk(2), y.chunk(2), out.chunk(2)):
            stream.wait_stream(here)
            with torch.cuda.stream(stream):
                part.copy_(torch.relu(a) * torch.sigmoid(b) + 0.1 * a)
        for stream in self.streams:
            here.wait_stream(stream)
        return out
