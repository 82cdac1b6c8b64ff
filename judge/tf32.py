"""Whether torch's matrix products and convolutions may use TF32, for a while. What holds for a whole process is set by `task` and `calls`."""

import contextlib

import torch


@contextlib.contextmanager
def tf32(products: bool, convolutions: bool):
    """Both flags as given inside, as they were afterwards."""
    before = torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32
    torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = products, convolutions
    try:
        yield
    finally:
        torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = before
