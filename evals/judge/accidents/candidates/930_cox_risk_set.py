import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, risk, time, event):
        # descending time: the risk set of a subject is a prefix
        neg, order = torch.sort(-time, dim=1)
        prefix = torch.logcumsumexp(risk.gather(1, order), dim=1)
        log_risk = torch.empty_like(prefix).scatter_(1, order, prefix)
        contrib = (log_risk - risk).masked_fill_(~event, 0.0)
        loss = contrib.sum(dim=1) / event.sum(dim=1).clamp(min=1)
        return loss, log_risk
