import torch
import torch.nn as nn
import torch.nn.functional as F
from kernel import lib


class ModelNew(nn.Module):
    def __init__(self, input_size, layer_sizes, output_size):
        super().__init__()
        sizes = [input_size, *layer_sizes]
        layers = [layer for before, after in zip(sizes, sizes[1:]) for layer in (nn.Linear(before, after), nn.ReLU())]
        self.network = nn.Sequential(*layers, nn.Linear(sizes[-1], output_size))

    def forward(self, x):
        for layer in self.network[:-1]:
            if isinstance(layer, nn.Linear):
                x = F.linear(x, layer.weight)
                lib.bias_relu(x, layer.bias, x.numel(), x.shape[1])
        return self.network[-1](x)
