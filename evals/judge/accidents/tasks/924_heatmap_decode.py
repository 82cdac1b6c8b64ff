import torch
import torch.nn as nn


class Model(nn.Module):
    """Keypoints from heatmaps: the peak, moved a quarter pixel towards the larger neighbour (not on the border)."""

    def forward(self, heatmaps):
        B, K, H, W = heatmaps.shape
        gx = torch.zeros_like(heatmaps)
        gy = torch.zeros_like(heatmaps)
        gx[:, :, 1:-1, 1:-1] = heatmaps[:, :, 1:-1, 2:] - heatmaps[:, :, 1:-1, :-2]
        gy[:, :, 1:-1, 1:-1] = heatmaps[:, :, 2:, 1:-1] - heatmaps[:, :, :-2, 1:-1]
        flat = heatmaps.reshape(B, K, H * W)
        idx = flat.argmax(dim=2, keepdim=True)
        score = flat.gather(2, idx)
        dx = torch.sign(gx.reshape(B, K, H * W).gather(2, idx)) * 0.25
        dy = torch.sign(gy.reshape(B, K, H * W).gather(2, idx)) * 0.25
        x = (idx % W).to(heatmaps.dtype) + dx
        y = torch.div(idx, W, rounding_mode="floor").to(heatmaps.dtype) + dy
        coords = torch.cat([x, y], dim=2)
        coords = torch.where(score > 0, coords, torch.full_like(coords, -1.0))
        return coords, score.squeeze(2)


def get_inputs():
    B, K, H, W = 8, 17, 64, 48
    cx = torch.rand(B, K, 1, 1) * (W - 9) + 4
    cy = torch.rand(B, K, 1, 1) * (H - 9) + 4
    xs = torch.arange(W).view(1, 1, 1, W)
    ys = torch.arange(H).view(1, 1, H, 1)
    hm = torch.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / 8.0)
    return [hm * (0.5 + 0.5 * torch.rand(B, K, 1, 1)) + 0.01 * torch.rand(B, K, H, W)]


def get_init_inputs():
    return []
