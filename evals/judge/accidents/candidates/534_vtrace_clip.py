import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, log_rhos, discounts, rewards, values, bootstrap, rho_bar, c_bar):
        ratio = torch.exp(log_rhos)
        rho = ratio.clamp(max=rho_bar)
        trace = discounts * rho
        next_values = torch.cat([values[1:], bootstrap.unsqueeze(0)])
        delta = rho * (rewards + discounts * next_values - values)
        acc = torch.zeros_like(bootstrap)
        accs = []
        for d, c in zip(reversed(delta.unbind(0)), reversed(trace.unbind(0))):
            acc = torch.addcmul(d, c, acc)
            accs.append(acc)
        vs = values + torch.stack(accs[::-1])
        next_vs = torch.cat([vs[1:], bootstrap.unsqueeze(0)])
        adv = rho * (rewards + discounts * next_vs - values)
        return vs.contiguous(), adv.contiguous()
