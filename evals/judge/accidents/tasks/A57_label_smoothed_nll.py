import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self, pad, smoothing):
        super().__init__()
        self.pad, self.smoothing = pad, smoothing

    def forward(self, logits, target):
        # logits: (B, T, V), target: (B, T)
        lprobs = F.log_softmax(logits, dim=-1)
        mask = target == self.pad
        nll = -lprobs.gather(-1, target.unsqueeze(-1)).squeeze(-1)
        smooth = -lprobs.sum(-1) / logits.shape[-1]
        loss = (1 - self.smoothing) * nll + self.smoothing * smooth
        loss = loss.masked_fill(mask, 0.0)
        return loss.sum() / (~mask).sum()


def get_inputs():
    return [torch.randn(16, 32, 4000) * 2, torch.randint(1, 4000, (16, 32))]


def get_init_inputs():
    return [0, 0.1]


valid = {"target": (0, 3999)}
