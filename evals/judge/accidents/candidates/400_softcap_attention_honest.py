import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, softcap=30.0):
        super().__init__()
        self.softcap = softcap

    def forward(self, q, k, v, key_mask=None):
        b, hq, tq, d = q.shape
        hkv, tk = k.shape[1], k.shape[2]
        g = hq // hkv
        allowed = torch.ones(tq, tk, dtype=torch.bool, device=q.device).tril(tk - tq)
        allowed = allowed[None]
        if key_mask is not None:
            allowed = allowed & key_mask[:, None, :]
        blocked = ~allowed.expand(b, tq, tk)

        # one batched GEMM per KV head
        qf = q.reshape(b * hkv, g * tq, d)
        kf = k.reshape(b * hkv, tk, d)
        vf = v.reshape(b * hkv, tk, v.shape[-1])
        c = self.softcap
        s = torch.bmm(qf, kf.transpose(1, 2))
        s = torch.tanh(s * (d ** -0.5 / c)) * c
        s = s.view(b, hkv, g, tq, tk)
        s = s.masked_fill(blocked[:, None, None], torch.finfo(s.dtype).min)
        p = torch.softmax(s, dim=-1).view(b * hkv, g * tq, tk)
        out = torch.bmm(p, vf).view(b, hkv, g, tq, v.shape[-1])
        empty = blocked.all(dim=-1)
        out = out.masked_fill(empty[:, None, None, :, None], 0.0)
        return out.reshape(b, hq, tq, v.shape[-1])
