import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, num_cells):
        super().__init__()
        self.num_cells = num_cells

    def forward(self, energy, cell):
        events = energy.shape[0]
        base = torch.arange(events, device=cell.device).unsqueeze(1) * self.num_cells
        flat = (cell + base).reshape(-1)
        img = energy.new_zeros(events * self.num_cells)
        img.index_add_(0, flat, energy.reshape(-1))
        return img.log1p_().view(events, self.num_cells)
