import torch
import torch.nn as nn
import torch.nn.functional as F

CHUNK = 8


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, q, k, v, log_gate, state=None):
        b, h, t, dk = q.shape
        dv = v.shape[-1]
        dtype = q.dtype
        pad = (-t) % CHUNK
        q, k, v, g = (F.pad(x.float(), (0, 0, 0, pad)) for x in (q, k, v, log_gate))
        n = (t + pad) // CHUNK
        q = q.view(b, h, n, CHUNK, dk) * dk ** -0.5
        k = k.view(b, h, n, CHUNK, dk)
        v = v.view(b, h, n, CHUNK, dv)
        g = g.view(b, h, n, CHUNK, dk)

        # seg[i, j] = g_{j+1} + ... + g_i, for i >= j
        ones = torch.ones(CHUNK, CHUNK, dtype=torch.bool, device=q.device)
        after = ones.tril(-1)[:, :, None]
        seg = g[:, :, :, :, None, :].masked_fill(~after, 0.0).cumsum(dim=3)
        decay = seg.exp().masked_fill(~ones.tril()[:, :, None], 0.0)
        inner = (q[:, :, :, :, None, :] * decay * k[:, :, :, None, :, :]).sum(dim=-1)
        out = torch.matmul(inner, v)

        from_start = g.cumsum(dim=3).exp()
        k_out = k * decay[:, :, :, -1]
        update = torch.matmul(k_out.transpose(-1, -2), v)
        carry = from_start[:, :, :, -1, :, None]
        if state is None:
            state = torch.zeros(b, h, dk, dv, device=q.device)
        state = state.float()
        before = []
        for i in range(n):
            before.append(state)
            state = state * carry[:, :, i] + update[:, :, i]
        out = out + torch.matmul(q * from_start, torch.stack(before, dim=2))
        out = out.reshape(b, h, n * CHUNK, dv)[:, :, :t]
        return out.to(dtype), state
