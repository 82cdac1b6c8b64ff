import torch
import torch.nn as nn

STEPS = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107,
    118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963,
    1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894,
    6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794,
    32767,
]


class Model(nn.Module):
    """IMA ADPCM decoder: 4-bit codes (batch, time) to samples in [-1, 1); returns samples and the coder's state."""

    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.tensor(STEPS))
        self.register_buffer("adjust", torch.tensor([-1, -1, -1, -1, 2, 4, 6, 8]))

    def forward(self, codes, predictor, index):
        codes = codes.long()
        move = self.adjust[codes & 7]
        b0 = codes & 1
        b1 = (codes >> 1) & 1
        b2 = (codes >> 2) & 1
        sign = 1 - 2 * ((codes >> 3) & 1)
        out = []
        for t in range(codes.shape[1]):
            step = self.steps[index]
            diff = (step >> 3) + b2[:, t] * step + b1[:, t] * (step >> 1) + b0[:, t] * (step >> 2)
            predictor = (predictor + sign[:, t] * diff).clamp(-32768, 32767)
            index = (index + move[:, t]).clamp(0, 88)
            out.append(predictor)
        return torch.stack(out, 1).float() / 32768.0, predictor, index


def get_inputs():
    b, t = 32, 160
    small = torch.randint(0, 4, (b, t))
    large = torch.randint(4, 8, (b, t))
    codes = torch.where(torch.rand(b, t) < 0.06, large, small) + 8 * torch.randint(0, 2, (b, t))
    predictor = torch.randint(-2000, 2000, (b,))
    index = torch.randint(5, 25, (b,))
    return [codes, predictor, index]


def get_init_inputs():
    return []
