import torch
import torch.nn as nn

valid = {"spec": (0, 1e8)}


class Model(nn.Module):
    """Power spectrogram -> dB, floor at top_db under the clip's peak, scaled to [-1, 1] for a spectrogram diffusion model."""

    def __init__(self, amin: float, top_db: float):
        super().__init__()
        self.amin = amin
        self.top_db = top_db

    def forward(self, spec):
        db = 10.0 * torch.log10(spec.clamp(min=self.amin))
        floor = db.amax(dim=(-2, -1), keepdim=True) - self.top_db
        db = torch.maximum(db, floor)
        return (db - floor) / self.top_db * 2.0 - 1.0


def get_inputs():
    return [torch.randn(8, 128, 1000).square() * 50.0]


def get_init_inputs():
    return [1e-10, 80.0]
