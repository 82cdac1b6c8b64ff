import torch
import torch.nn as nn


class Model(nn.Module):
    """GRU over a rollout of several environments. Where done[t] is set, a new episode
    begins at step t and the state is zeroed before that step."""

    def __init__(self, inputs=48, hidden=64):
        super().__init__()
        self.cell = nn.GRUCell(inputs, hidden)

    def forward(self, x, h, done):
        out = []
        for t in range(x.shape[0]):
            h = h.masked_fill(done[t, :, None], 0.0)
            h = self.cell(x[t], h)
            out.append(h)
        return torch.stack(out), h


def get_inputs():
    t, b = 32, 8
    done = torch.rand(t, b) < 0.04
    done[0] = False
    return [torch.randn(t, b, 48), torch.tanh(torch.randn(b, 64)), done]


def get_init_inputs():
    return [48, 64]
