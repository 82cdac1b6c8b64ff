import torch
import torch.nn as nn
import torch.nn.functional as F


valid = {"s": (0, 39999), "a": (0, 17), "s2": (0, 39999)}


class Model(nn.Module):
    def __init__(self, states, actions, lr, gamma):
        super().__init__()
        self.q = nn.Parameter(torch.randn(states, actions))
        self.lr = lr
        self.gamma = gamma

    def forward(self, s, a, r, s2, done):
        best = self.q[s2].max(dim=-1).values
        target = r + self.gamma * best * (~done)
        td = target - self.q[s, a]
        inc = torch.zeros_like(self.q)
        inc = inc.index_put((s, a), self.lr * td, accumulate=True)
        return self.q + inc


def get_inputs():
    B = 4096
    s = torch.randperm(40000)[:B]
    a = torch.randint(0, 18, (B,))
    r = torch.randn(B)
    s2 = torch.randint(0, 40000, (B,))
    done = torch.rand(B) < 0.05
    return [s, a, r, s2, done]


def get_init_inputs():
    return [40000, 18, 0.1, 0.99]
