import torch
import torch.nn as nn
import torch.nn.functional as F

valid = {"labels": (-100, 2047)}


class Model(nn.Module):
    """DPO. logits and labels hold the chosen answers, then the rejected ones; labels < 0 do not count."""

    def __init__(self, beta):
        super().__init__()
        self.beta = beta

    def forward(self, logits, labels, ref_logps):
        keep = labels >= 0
        logp = torch.log_softmax(logits, dim=-1)
        logp = logp.gather(-1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
        logps = torch.where(keep, logp, torch.zeros_like(logp)).sum(-1)
        rewards = self.beta * (logps - ref_logps)
        chosen, rejected = rewards.chunk(2)
        loss = -F.logsigmoid(chosen - rejected)
        return torch.cat([loss, chosen, rejected])


def get_inputs():
    B, T, V = 4, 128, 2048
    labels = torch.randint(0, V, (2 * B, T))
    lengths = torch.randint(100, T + 1, (2 * B, 1))
    labels = labels.masked_fill(torch.arange(T) >= lengths, -100)
    # the reference model scores an answer much as the policy does
    ref = -lengths.squeeze(1) * 8.1 + 3 * torch.randn(2 * B)
    return [torch.randn(2 * B, T, V), labels, ref]


def get_init_inputs():
    return [0.1]
