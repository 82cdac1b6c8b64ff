"""Temporarily sets whether torch's matrix products and convolutions may use TF32. `oracle.task.reference` and `runner.worker` set the default."""

import contextlib

import torch


@contextlib.contextmanager
def tf32(products: bool, convolutions: bool):
    """Sets both flags inside the context and restores them afterwards."""
    before = torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32
    torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = products, convolutions
    try:
        yield
    finally:
        torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32 = before
