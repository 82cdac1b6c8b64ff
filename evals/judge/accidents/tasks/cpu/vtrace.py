import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """V-trace targets; rho_bar clips the TD weight, c_bar the trace weight."""
    def forward(self, ratio, reward, value, boot, gamma, rho_bar, c_bar):
        rho, c = ratio.clamp(max=rho_bar), ratio.clamp(max=c_bar)
        nxt = torch.cat([value[1:], boot[None]])
        delta = rho * (reward + gamma * nxt - value)
        acc = torch.zeros_like(boot)
        out = []
        for t in reversed(range(value.shape[0])):
            acc = delta[t] + gamma * c[t] * acc
            out.append(acc + value[t])
        return torch.stack(out[::-1])


def get_inputs():
    return [torch.exp(torch.randn(100, 2048) * 0.3), torch.randn(100, 2048), torch.randn(100, 2048), torch.randn(2048), 0.97, 1.0, 1.0]


def get_init_inputs():
    return []
