import torch
import torch.nn as nn


class Model(nn.Module):
    """A fixed number of conjugate gradient steps for a batch of positive definite systems.

    a [B, n, n], b [B, n], start x0 [B, n] or None -> x [B, n]. Works in double inside.
    """

    def __init__(self, iterations):
        super().__init__()
        self.iterations = iterations

    def forward(self, a, b, x0):
        a64, b64 = a.double(), b.double()
        x = torch.zeros_like(b64) if x0 is None else x0.double()
        r = b64 - (a64 @ x[:, :, None])[:, :, 0]
        p = r
        rr = (r * r).sum(1, keepdim=True)
        zero = torch.zeros_like(rr)
        for _ in range(self.iterations):
            ap = (a64 @ p[:, :, None])[:, :, 0]
            pap = (p * ap).sum(1, keepdim=True)
            alpha = torch.where(pap > 0, rr / pap, zero)
            x = x + alpha * p
            r = r - alpha * ap
            rr_new = (r * r).sum(1, keepdim=True)
            beta = torch.where(rr > 0, rr_new / rr, zero)
            p = r + beta * p
            rr = rr_new
        return x.to(b.dtype)


def get_inputs():
    B, n = 64, 48
    m = torch.randn(B, n, n)
    a = m @ m.transpose(1, 2) / n + torch.eye(n)
    return [a, torch.randn(B, n), None]


def get_init_inputs():
    return [10]
