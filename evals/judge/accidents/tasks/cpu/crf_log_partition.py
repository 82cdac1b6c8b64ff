import torch
import torch.nn as nn


class Model(nn.Module):
    """Log partition function of a linear-chain CRF with a padding mask (the first step is always valid)."""

    def __init__(self, tags):
        super().__init__()
        self.start = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        self.trans = nn.Parameter(torch.empty(tags, tags).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))

    def forward(self, emissions, mask):
        steps, tags = emissions.size(1), emissions.size(2)
        alpha = self.start + emissions[:, 0]
        for t in range(1, steps):
            cols = []
            for j in range(tags):
                cols.append(torch.logsumexp(alpha + self.trans[:, j], dim=1) + emissions[:, t, j])
            alpha = torch.where(mask[:, t].unsqueeze(1), torch.stack(cols, dim=1), alpha)
        return torch.logsumexp(alpha + self.end, dim=1)


def get_inputs():
    b, t, k = 16, 40, 8
    lengths = torch.randint(t // 2, t + 1, (b,))
    mask = torch.arange(t).unsqueeze(0) < lengths.unsqueeze(1)
    return [torch.randn(b, t, k) * 2.0, mask]


def get_init_inputs():
    return [8]
