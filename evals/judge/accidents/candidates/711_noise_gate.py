import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, open_db=-40.0, close_db=-50.0):
        super().__init__()
        self.open_db = open_db
        self.close_db = close_db

    def forward(self, frames, state):
        level = 10 * torch.log10(frames.square().mean(-1) + 1e-10)
        opened = (level > self.open_db).to(state.dtype)
        held = (level >= self.close_db).to(state.dtype)
        seen = torch.cat([state.unsqueeze(1), opened], 1).cummax(1).values[:, 1:]
        gate = seen * held
        state.copy_(gate[:, -1])
        return frames * gate.unsqueeze(-1)
