import torch
import torch.nn as nn


class Model(nn.Module):
    """G.711 mu-law codes of 16-bit PCM samples."""

    def __init__(self):
        super().__init__()

    def forward(self, pcm):
        s = pcm.to(torch.int32)
        sign = (s < 0).to(torch.int32) * 0x80
        mag = s.abs().clamp(max=32635) + 132
        exponent = torch.zeros_like(mag)
        for k in range(8, 15):
            exponent += (mag >= (1 << k)).to(torch.int32)
        mantissa = (mag >> (exponent + 3)) & 0x0F
        code = 255 - (sign | (exponent << 4) | mantissa)
        return code.to(torch.uint8)


def get_inputs():
    x = torch.randn(4, 16000) * 3000
    return [x.clamp(-20000, 20000).round().to(torch.int16)]


def get_init_inputs():
    return []
