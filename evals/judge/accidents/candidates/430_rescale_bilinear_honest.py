import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def _taps(self, size, out_size, step, x):
        dtype = torch.float64 if x.dtype == torch.float64 else torch.float32
        pos = torch.arange(out_size, device=x.device, dtype=torch.float64)
        if out_size == size:
            lo = pos.long()
            return lo, lo, torch.zeros_like(pos, dtype=dtype)
        step = torch.tensor(step, dtype=dtype).item()
        pos = ((pos + 0.5) * step - 0.5).to(dtype).clamp(min=0)
        lo = pos.long().clamp(max=size - 1)
        hi = (lo + 1).clamp(max=size - 1)
        frac = (pos - lo).clamp(max=1)
        return lo, hi, frac

    def forward(self, x, scale):
        h, w = x.shape[-2:]
        oh, ow = int(h * scale), int(w * scale)
        y0, y1, fy = self._taps(h, oh, 1.0 / scale, x)
        l0, l1, fx = self._taps(w, ow, 1.0 / scale, x)
        # rows first, then columns
        x0, x1 = x.index_select(2, y0), x.index_select(2, y1)
        fy = fy.view(-1, 1)
        rows = x0 * (1 - fy) + x1 * fy
        c0, c1 = rows.index_select(3, l0), rows.index_select(3, l1)
        out = c0 * (1 - fx) + c1 * fx
        return out.to(x.dtype)
