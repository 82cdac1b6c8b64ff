import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.rnn = nn.RNN(features, features, batch_first=True)

    def forward(self, x, lengths):
        r = self.rnn
        pre = F.linear(x, r.weight_ih_l0, r.bias_ih_l0 + r.bias_hh_l0)
        h = torch.zeros_like(pre[:, 0])
        for t in range(x.shape[1]):
            new = torch.tanh(pre[:, t] + h @ r.weight_hh_l0.t())
            h = torch.where((t < lengths.clamp(min=1))[:, None], new, h)
        return h
