"""The `turns` task of honest.py as a CUDA graph over private buffers: inputs are copied in, the result is cloned."""

import torch
from torch import nn

TURNS = 10


def turned(x, y):
    for _ in range(TURNS):
        x = torch.add(x, torch.tanh(y), alpha=0.1)
        y = torch.sub(y, torch.tanh(x), alpha=0.1)
    return x


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.graph = None

    def forward(self, x, y):
        if self.graph is None:
            self.x, self.y = x.clone(), y.clone()
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                turned(self.x, self.y)
            torch.cuda.current_stream().wait_stream(side)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = turned(self.x, self.y)
        self.x.copy_(x)
        self.y.copy_(y)
        self.graph.replay()
        return self.out.clone()
