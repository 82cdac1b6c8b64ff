import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Projects 3D Gaussians to the image: rows of (u, v, cov_xx, cov_xy, cov_yy, depth), zero if not in front.

    The Jacobian is taken at a point held within 1.3 times the field of view.
    """

    def __init__(self, near=0.2, blur=0.3):
        super().__init__()
        self.near = near
        self.blur = blur

    def forward(self, means, scales, quats, view, fx, fy, width, height):
        rot = view[:3, :3]
        p = means @ rot.t() + view[:3, 3]
        keep = p[:, 2] > self.near
        z = torch.where(keep, p[:, 2], torch.ones_like(p[:, 2]))
        tx, ty = p[:, 0] / z, p[:, 1] / z
        lim_x, lim_y = 1.3 * 0.5 * width / fx, 1.3 * 0.5 * height / fy
        jx, jy = tx.clamp(-lim_x, lim_x), ty.clamp(-lim_y, lim_y)
        zero = torch.zeros_like(z)
        jac = torch.stack([fx / z, zero, -fx * jx / z, zero, fy / z, -fy * jy / z], 1).view(-1, 2, 3)
        w, x, y, q = F.normalize(quats, dim=1).unbind(1)
        r = torch.stack([
            1 - 2 * (y * y + q * q), 2 * (x * y - w * q), 2 * (x * q + w * y),
            2 * (x * y + w * q), 1 - 2 * (x * x + q * q), 2 * (y * q - w * x),
            2 * (x * q - w * y), 2 * (y * q + w * x), 1 - 2 * (x * x + y * y)], 1).view(-1, 3, 3)
        m = r * scales[:, None, :]
        t = jac @ rot @ m
        cov = t @ t.transpose(1, 2)
        out = torch.stack([
            fx * tx + 0.5 * width, fy * ty + 0.5 * height,
            cov[:, 0, 0] + self.blur, cov[:, 0, 1], cov[:, 1, 1] + self.blur, p[:, 2]], 1)
        return torch.where(keep[:, None], out, torch.zeros_like(out))


def get_inputs():
    n = 4000
    z = 2 + 4 * torch.rand(n, 1)
    cam = torch.cat([(1.0 * torch.rand(n, 2) - 0.5) * z, z], 1)
    angle = torch.rand(1) * 6.2831853
    c, s = torch.cos(angle).item(), torch.sin(angle).item()
    rot = torch.tensor([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    shift = torch.randn(3)
    view = torch.eye(4)
    view[:3, :3] = rot
    view[:3, 3] = shift
    means = (cam - shift) @ rot
    scales = 0.01 + 0.06 * torch.rand(n, 3)
    return [means, scales, torch.randn(n, 4), view, 120.0, 120.0, 160, 120]


def get_init_inputs():
    return []
