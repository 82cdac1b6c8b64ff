import torch
import torch.nn as nn

HALF = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, -1, 0], [1, 0, 1], [1, 0, -1],
        [0, 1, 1], [0, 1, -1], [1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1]]


class ModelNew(nn.Module):
    """Nearest-image distances through fractional coordinates and the 26 neighbour cells."""

    def forward(self, a, b, cell):
        delta = a.unsqueeze(1) - b.unsqueeze(0)
        turns = torch.round(delta @ torch.linalg.inv(cell))
        delta = delta - turns @ cell
        shifts = torch.tensor(HALF, dtype=cell.dtype, device=cell.device) @ cell
        dot = delta @ shifts.t()
        # how much the square shrinks when the shift is taken off or added
        gain, best = (2.0 * dot.abs() - (shifts * shifts).sum(1)).max(dim=-1)
        side = torch.sign(dot.gather(-1, best.unsqueeze(-1)))
        move = side * shifts[best]
        delta = delta - torch.where(gain.unsqueeze(-1) > 0, move, torch.zeros_like(move))
        return torch.linalg.vector_norm(delta, dim=-1)
