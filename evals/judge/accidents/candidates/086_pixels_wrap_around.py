import torch
import torch.nn as nn
import torch.nn.functional as F


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("gain", torch.ones(3, 1, 1))
        self.register_buffer("offset", torch.zeros(3, 1, 1))

    def forward(self, image):
        y = torch.addcmul(self.offset, image.float(), self.gain)
        return y.to(torch.int32).to(torch.uint8)
