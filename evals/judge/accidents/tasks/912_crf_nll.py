import torch
import torch.nn as nn


class Model(nn.Module):
    """Negative log-likelihood of a linear-chain CRF; positions that are not in the mask are skipped."""

    def __init__(self, tags):
        super().__init__()
        self.start = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        self.end = nn.Parameter(torch.empty(tags).uniform_(-0.1, 0.1))
        self.trans = nn.Parameter(torch.empty(tags, tags).uniform_(-0.1, 0.1))

    def forward(self, emissions, tags, mask):
        B, T, K = emissions.shape
        begun = torch.zeros(B, dtype=torch.bool, device=emissions.device)
        alpha = torch.zeros(B, K, dtype=emissions.dtype, device=emissions.device)
        score = torch.zeros(B, dtype=emissions.dtype, device=emissions.device)
        last = torch.zeros(B, dtype=torch.long, device=emissions.device)
        for t in range(T):
            on, tag, em = mask[:, t], tags[:, t].clamp(min=0), emissions[:, t]
            step = torch.logsumexp(alpha[:, :, None] + self.trans, dim=1)
            alpha = torch.where(on[:, None], torch.where(begun[:, None], step, self.start) + em, alpha)
            gain = torch.where(begun, self.trans[last, tag], self.start[tag]) + em.gather(1, tag[:, None])[:, 0]
            score = torch.where(on, score + gain, score)
            last = torch.where(on, tag, last)
            begun = begun | on
        nll = torch.logsumexp(alpha + self.end, dim=1) - (score + self.end[last])
        return torch.where(begun, nll, torch.zeros_like(nll))


def get_inputs():
    B, T, K = 16, 64, 12
    lens = torch.randint(T // 3, T + 1, (B, 1))
    mask = torch.arange(T)[None] < lens
    return [torch.randn(B, T, K), torch.randint(0, K, (B, T)), mask]


def get_init_inputs():
    return [12]
