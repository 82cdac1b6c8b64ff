import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Full search block matching: the displacement (dx, dy) of each block of cur in ref and its sum of differences.

    Of equally good displacements it takes the shortest (|dx| + |dy|, then dy, then dx).
    """

    def __init__(self, block=8, radius=4):
        super().__init__()
        self.block = block
        self.radius = radius

    def forward(self, cur, ref):
        h, w = cur.shape
        b, r = self.block, self.radius
        moves = [(dx, dy) for dy in range(-r, r + 1) for dx in range(-r, r + 1)]
        moves.sort(key=lambda m: (abs(m[0]) + abs(m[1]), m[1], m[0]))
        padded = F.pad(ref[None, None], (r, r, r, r), mode="replicate")[0, 0]
        cost = []
        for dx, dy in moves:
            diff = (cur - padded[r + dy:r + dy + h, r + dx:r + dx + w]).abs().double()
            cost.append(diff.reshape(h // b, b, w // b, b).sum((1, 3)))
        cost = torch.stack(cost)
        index = cost.argmin(0)
        flow = torch.tensor(moves, dtype=cur.dtype)[index]
        return flow, cost.amin(0).to(cur.dtype)


def get_inputs():
    big = 255 * torch.rand(64 + 16, 96 + 16)
    dx, dy = torch.randint(-3, 4, (2,)).tolist()
    ref = big[8:72, 8:104].contiguous()
    cur = big[8 + dy:72 + dy, 8 + dx:104 + dx] + 2 * torch.randn(64, 96)
    return [cur, ref]


def get_init_inputs():
    return []
