import torch
import torch.nn as nn


class Model(nn.Module):
    """Batch renormalization (Ioffe 2017) on NCHW."""

    def __init__(self, num_features, eps, momentum, r_max, d_max):
        super().__init__()
        self.eps = eps
        self.momentum = momentum
        self.r_max = r_max
        self.d_max = d_max
        self.weight = nn.Parameter(torch.ones(num_features))
        self.bias = nn.Parameter(torch.zeros(num_features))
        self.register_buffer("running_mean", torch.zeros(num_features))
        self.register_buffer("running_var", torch.ones(num_features))
        self.register_buffer("num_batches_tracked", torch.tensor(0))

    def forward(self, x):
        shape = (1, -1, 1, 1)
        running_std = torch.sqrt(self.running_var + self.eps)
        if self.training:
            mean = x.mean((0, 2, 3))
            var = x.var((0, 2, 3), unbiased=False)
            std = torch.sqrt(var + self.eps)
            r = (std.detach() / running_std).clamp(1 / self.r_max, self.r_max)
            d = ((mean.detach() - self.running_mean) / running_std).clamp(-self.d_max, self.d_max)
            y = (x - mean.view(shape)) / std.view(shape) * r.view(shape) + d.view(shape)
            with torch.no_grad():
                self.running_mean += self.momentum * (mean - self.running_mean)
                self.running_var += self.momentum * (var - self.running_var)
                self.num_batches_tracked += 1
        else:
            y = (x - self.running_mean.view(shape)) / running_std.view(shape)
        return y * self.weight.view(shape) + self.bias.view(shape)


def get_inputs():
    return [torch.randn(16, 32, 28, 28)]


def get_init_inputs():
    return [32, 1e-5, 0.01, 3.0, 5.0]
