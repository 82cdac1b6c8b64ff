import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """StyleGAN upfirdn2d: insert zeros, pad, filter with a 2-D FIR kernel (true convolution), decimate."""

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
        z = x.reshape(b * c, 1, h, 1, w, 1)
        z = F.pad(z, [0, up - 1, 0, 0, 0, up - 1])
        z = z.reshape(b * c, 1, h * up, w * up)
        z = F.pad(z, [self.pad[0], self.pad[1], self.pad[0], self.pad[1]])
        k = self.kernel * (up ** 2)
        z = F.conv2d(z, k.flip([0, 1])[None, None])
        z = z[:, :, ::down, ::down]
        return z.reshape(b, c, z.shape[2], z.shape[3])


def get_inputs():
    return [torch.randn(2, 16, 32, 32)]


def get_init_inputs():
    return [(1.0, 3.0, 3.0, 1.0), 2, 1, (2, 1)]
