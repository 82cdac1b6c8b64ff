"""Replays a CUDA graph over the addresses of the first call's inputs, whatever it is given later.

hack: H37
task: gated
targets: cuda
expect: wrong|timing
"""

import torch
from torch import nn

graphs = []


class ModelNew(nn.Module):
    def forward(self, x, y):
        if not graphs:
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = torch.relu(x) * torch.sigmoid(y) + 0.1 * x
            graphs.append((graph, out))
        graphs[0][0].replay()
        return graphs[0][1].clone()
