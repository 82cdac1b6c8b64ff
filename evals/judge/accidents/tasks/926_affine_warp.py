import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Warps pictures by affine matrices given in pixels, source to target (as cv2.warpAffine)."""

    def forward(self, img, mat):
        B, C, H, W = img.shape
        wide = torch.float64                    # coordinates must not drift over the picture
        last = torch.tensor([0.0, 0.0, 1.0], device=img.device, dtype=wide).expand(B, 1, 3)
        inv = torch.linalg.inv(torch.cat([mat.to(wide), last], 1))
        ys, xs = torch.meshgrid(torch.arange(H, device=img.device, dtype=wide),
                                torch.arange(W, device=img.device, dtype=wide), indexing="ij")
        dst = torch.stack([xs, ys, torch.ones_like(xs)], 0).view(1, 3, H * W)
        src = (inv @ dst)[:, :2]
        gx = src[:, 0] * (2.0 / (W - 1)) - 1
        gy = src[:, 1] * (2.0 / (H - 1)) - 1
        grid = torch.stack([gx, gy], -1).view(B, H, W, 2).to(img.dtype)
        return F.grid_sample(img, grid, mode="bilinear", padding_mode="border", align_corners=True)


def get_inputs():
    B, H, W = 4, 96, 96
    img = F.interpolate(torch.rand(B, 3, 12, 12), size=(H, W), mode="bilinear", align_corners=True)
    a = (torch.rand(B) - 0.5) * 0.6
    c, s = torch.cos(a), torch.sin(a)
    ctr = (W - 1) / 2
    t = torch.randn(B, 2) * 4
    tx = ctr - c * ctr + s * ctr + t[:, 0]
    ty = ctr - s * ctr - c * ctr + t[:, 1]
    mat = torch.stack([torch.stack([c, -s, tx], 1), torch.stack([s, c, ty], 1)], 1)
    return [img, mat]


def get_init_inputs():
    return []
