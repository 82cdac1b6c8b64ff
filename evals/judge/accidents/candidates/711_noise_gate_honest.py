import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, open_db=-40.0, close_db=-50.0):
        super().__init__()
        self.open_db = open_db
        self.close_db = close_db

    def forward(self, frames, state):
        level = 10 * torch.log10(frames.square().mean(-1) + 1e-10)
        opened = (level > self.open_db) & (level >= self.close_db)
        decided = (level > self.open_db) | (level < self.close_db)
        T = level.shape[1]
        step = torch.arange(1, T + 1, device=level.device)
        last = torch.where(decided, step, 0).cummax(1).values
        gate = torch.cat([state.unsqueeze(1), opened.to(state.dtype)], 1).gather(1, last)
        state.copy_(gate[:, -1])
        return frames * gate.unsqueeze(-1)
