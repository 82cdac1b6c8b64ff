import torch
import torch.nn as nn


class Model(nn.Module):
    """Noise gate: opens above open_db, closes below close_db, else stays as it is.

    state [B] holds 1 for open and 0 for closed and is carried from call to call.
    """

    def __init__(self, open_db=-40.0, close_db=-50.0):
        super().__init__()
        self.open_db = open_db
        self.close_db = close_db

    def forward(self, frames, state):
        # frames [B, T, F]
        level = 10 * torch.log10(frames.square().mean(-1) + 1e-10)
        gate = state.clone()
        gates = []
        for t in range(frames.shape[1]):
            gate = torch.where(level[:, t] > self.open_db, torch.ones_like(gate), gate)
            gate = torch.where(level[:, t] < self.close_db, torch.zeros_like(gate), gate)
            gates.append(gate)
        state.copy_(gate)
        return frames * torch.stack(gates, 1).unsqueeze(-1)


def get_inputs():
    B, T, F = 8, 100, 160
    db = torch.full((B, T), -70.0)
    for b in range(B):
        t = int(torch.randint(0, 12, (1,)))
        while t < T:
            n = int(torch.randint(6, 20, (1,)))
            db[b, t:t + n] = -24 + 4 * float(torch.rand(1))
            db[b, t + n:t + n + 2] = -45.0
            t += n + 2 + int(torch.randint(4, 15, (1,)))
    frames = torch.randn(B, T, F) * 10 ** (db / 20).unsqueeze(-1)
    return [frames, torch.zeros(B)]


def get_init_inputs():
    return []
