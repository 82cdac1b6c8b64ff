import math
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, sample_rate, n_fft, hop, n_mels, top_db):
        super().__init__()
        self.n_fft, self.hop, self.top_db = n_fft, hop, top_db
        bins = n_fft // 2 + 1
        top = 2595 * math.log10(1 + sample_rate / 2 / 700)
        pts = 700 * (10 ** (torch.linspace(0, top, n_mels + 2) / 2595) - 1)
        f = torch.linspace(0, sample_rate / 2, bins)
        up = (f[:, None] - pts[:-2]) / (pts[1:-1] - pts[:-2])
        down = (pts[2:] - f[:, None]) / (pts[2:] - pts[1:-1])
        self.register_buffer("fb", torch.minimum(up, down).clamp_min(0))
        self.register_buffer("window", torch.hann_window(n_fft))

    def forward(self, x):
        half = self.n_fft // 2
        padded = nn.functional.pad(x.unsqueeze(1), (half, half), mode="reflect").squeeze(1)
        spec = torch.fft.rfft(padded.unfold(1, self.n_fft, self.hop) * self.window)
        power = torch.view_as_real(spec).square_().sum(-1)
        db = torch.matmul(power, self.fb).clamp_min_(1e-10).log10_().mul_(10.0)
        floor = db.amax() - self.top_db
        return torch.maximum(db, floor).transpose(1, 2).contiguous()
