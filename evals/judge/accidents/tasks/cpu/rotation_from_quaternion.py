import torch
import torch.nn as nn
import torch.nn.functional as F

COUNT = 200


class Model(nn.Module):
    """Rotation matrices of quaternions (real part first) of any length."""

    def forward(self, q):
        r, i, j, k = torch.unbind(q, -1)
        s = 2.0 / (q * q).sum(-1)
        m = torch.stack(
            (
                1 - s * (j * j + k * k), s * (i * j - k * r), s * (i * k + j * r),
                s * (i * j + k * r), 1 - s * (i * i + k * k), s * (j * k - i * r),
                s * (i * k - j * r), s * (j * k + i * r), 1 - s * (i * i + j * j),
            ),
            -1,
        )
        return m.reshape(q.shape[:-1] + (3, 3))


def get_inputs():
    return [F.normalize(torch.randn(COUNT, 4), dim=-1)]


def get_init_inputs():
    return []
