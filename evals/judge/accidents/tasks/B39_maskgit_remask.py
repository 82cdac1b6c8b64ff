import torch
import torch.nn as nn

valid = {"conf": (0, 1), "ids": (0, 8191), "k": (0, 1023)}


class Model(nn.Module):
    """Re-masking step of a masked token generator (MaskGIT): tokens under the k-th lowest confidence become [MASK]."""

    def __init__(self, mask_id: int):
        super().__init__()
        self.mask_id = mask_id

    def forward(self, conf, ids, known, k):
        conf = torch.where(known, torch.full_like(conf, float("inf")), conf)
        cut = torch.sort(conf, dim=-1).values[:, k:k + 1]
        return torch.where(conf < cut, torch.full_like(ids, self.mask_id), ids)


def get_inputs():
    B, N = 64, 1024
    return [torch.rand(B, N), torch.randint(0, 8192, (B, N)), torch.rand(B, N) < 0.3, 400]


def get_init_inputs():
    return [8192]
