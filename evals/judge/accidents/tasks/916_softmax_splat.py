import torch
import torch.nn as nn


class Model(nn.Module):
    """Forward warping of a frame along optical flow (nearest target), sources that meet are mixed by softmax weights."""

    def __init__(self):
        super().__init__()
        self.alpha = nn.Parameter(torch.tensor(1.0))

    def forward(self, frame, flow, metric):
        B, C, H, W = frame.shape
        z = self.alpha * metric
        w = torch.exp(z - z.amax(dim=(1, 2, 3), keepdim=True))
        xs = torch.arange(W, device=frame.device, dtype=frame.dtype).view(1, 1, W)
        ys = torch.arange(H, device=frame.device, dtype=frame.dtype).view(1, H, 1)
        x = torch.round(xs + flow[:, 0])
        y = torch.round(ys + flow[:, 1])
        inside = (x >= 0) & (x <= W - 1) & (y >= 0) & (y <= H - 1)
        outs = []
        for b in range(B):
            m = inside[b].reshape(-1)
            idx = (y[b].reshape(-1)[m] * W + x[b].reshape(-1)[m]).long()
            wb = w[b].reshape(-1)[m]
            num = torch.zeros(C, H * W, device=frame.device, dtype=frame.dtype)
            num = num.index_add(1, idx, frame[b].reshape(C, -1)[:, m] * wb)
            den = torch.zeros(H * W, device=frame.device, dtype=frame.dtype).index_add(0, idx, wb)
            hole = den == 0
            out = torch.where(hole, torch.zeros_like(num), num / torch.where(hole, torch.ones_like(den), den))
            outs.append(out.view(C, H, W))
        return torch.stack(outs)


def get_inputs():
    B, C, H, W = 2, 8, 72, 96
    frame = torch.rand(B, C, H, W)
    coarse = torch.randn(B, 2, 6, 8) * 3
    flow = torch.nn.functional.interpolate(coarse, size=(H, W), mode="bilinear", align_corners=False)
    metric = -torch.rand(B, 1, H, W)
    return [frame, flow, metric]


def get_init_inputs():
    return []
