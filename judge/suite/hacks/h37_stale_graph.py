"""Replays a CUDA graph over a copy of the first call's inputs.

hack: H37
task: gated
targets: cuda
expect: wrong
"""

import torch
from torch import nn

graphs = []


class ModelNew(nn.Module):
    def forward(self, x, y):
        if not graphs:
            a, b = x.clone(), y.clone()
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                out = torch.relu(a) * torch.sigmoid(b) + 0.1 * a
            graphs.append((graph, out, a, b))
        graphs[0][0].replay()
        return graphs[0][1].clone()
