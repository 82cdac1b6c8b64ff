import torch
import torch.nn as nn


class Model(nn.Module):
    """Negative Cox partial log likelihood per cohort, and the log of each subject's risk set."""

    def __init__(self):
        super().__init__()

    def forward(self, risk, time, event):
        at_risk = time.unsqueeze(1) >= time.unsqueeze(2)          # [b, i, j]: j still at risk at i's time
        score = risk.unsqueeze(1).expand(-1, risk.shape[1], -1)
        score = score.masked_fill(~at_risk, float("-inf"))
        log_risk = torch.logsumexp(score, dim=2)
        contrib = torch.where(event, log_risk - risk, torch.zeros_like(risk))
        loss = contrib.sum(dim=1) / event.sum(dim=1).clamp(min=1)
        return loss, log_risk


valid = {"time": (0.0, 1.0e5)}


def get_inputs():
    risk = torch.randn(4, 320)
    time = -torch.log(torch.rand(4, 320).clamp_min(1e-6)) * 30.0
    event = torch.rand(4, 320) < 0.6
    return [risk, time, event]


def get_init_inputs():
    return []
