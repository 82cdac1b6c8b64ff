import torch
import torch.nn as nn


class Model(nn.Module):
    """Plays audio (channels, time) of src_rate at dst_rate by linear interpolation into a block of n_out samples.

    Silence follows the end of the audio.
    """

    def __init__(self, n_out):
        super().__init__()
        self.n_out = n_out

    @torch.no_grad()
    def forward(self, x, src_rate, dst_rate):
        t = x.shape[1]
        num = torch.arange(self.n_out, device=x.device) * src_rate
        i0 = torch.div(num, dst_rate, rounding_mode="floor")
        frac = ((num - i0 * dst_rate).double() / dst_rate).to(x.dtype)
        xp = torch.cat([x, x.new_zeros(x.shape[0], 2)], dim=1)
        lo = xp[:, i0.clamp(max=t)]
        hi = xp[:, (i0 + 1).clamp(max=t)]
        return lo + (hi - lo) * frac


def get_inputs():
    return [torch.randn(2, 30000), 48000, 32000]


def get_init_inputs():
    return [20000]
