"""A row per program while it fits in registers. PyTorch for longer rows and for small calls. The mean is PyTorch's."""

import torch
import triton
import triton.language as tl
from torch import nn


@triton.jit
def whole_row(logits, labels, losses, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    label = tl.load(labels + row)
    at = tl.arange(0, BLOCK)
    values = tl.load(logits + row * cols + at, mask=at < cols, other=-float("inf"))
    most = tl.max(values, axis=0)
    total = tl.log(tl.sum(tl.exp(values - most), axis=0)) + most
    own = tl.load(logits + row * cols + label, mask=label != -100, other=0.0)
    tl.store(losses + row, tl.where(label == -100, 0.0, total - own))


class ModelNew(nn.Module):
    def forward(self, logits, labels):
        rows, cols = logits.shape
        if rows < 4096 or cols > 32768 or not logits.is_contiguous():
            return torch.nn.functional.cross_entropy(logits, labels)
        labels = labels.contiguous()
        losses = torch.empty(rows, dtype=torch.float32, device=logits.device)
        block = triton.next_power_of_2(cols)
        whole_row[(rows,)](logits, labels, losses, cols, BLOCK=block, num_warps=4 if block <= 2048 else 8 if block <= 8192 else 16)
        return losses.sum() / (labels != -100).sum()
