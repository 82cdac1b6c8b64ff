import math
import torch


def prepare(model, inputs):
    # 20 text tokens, an image of 12 x 16 patches, 44 text tokens
    text = torch.arange(20).expand(3, 20)
    hh, ww = torch.meshgrid(torch.arange(12), torch.arange(16), indexing="ij")
    image = torch.stack([torch.zeros(192, dtype=torch.int64), hh.reshape(-1), ww.reshape(-1)]) + 20
    rest = torch.arange(44).expand(3, 44) + 36
    pos = torch.cat([text, image, rest], 1)
    inputs[2] = pos[:, None, :].expand(3, inputs[0].shape[0], 256)
