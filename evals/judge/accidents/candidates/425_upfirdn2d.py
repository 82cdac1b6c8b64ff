import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self, taps=(1.0, 3.0, 3.0, 1.0), up=2, down=1, pad=(2, 1)):
        super().__init__()
        k = torch.tensor(taps, dtype=torch.float32)
        k = torch.outer(k, k)
        self.register_buffer("kernel", k / k.sum())
        self.up = up
        self.down = down
        self.pad = tuple(pad)

    def forward(self, x):
        b, c, h, w = x.shape
        up, down = self.up, self.down
        p0, p1 = self.pad
        kh, kw = self.kernel.shape
        # a strided transposed convolution never touches the inserted zeros
        k = self.kernel.flip([0, 1]) * (up ** 2)
        z = F.conv_transpose2d(x.reshape(b * c, 1, h, w), k[None, None], stride=up)
        z = F.pad(z, [p0 - kw + 1, up + p1 - kw, p0 - kh + 1, up + p1 - kh])
        z = z[:, :, ::down, ::down]
        return z.reshape(b, c, z.shape[2], z.shape[3])
