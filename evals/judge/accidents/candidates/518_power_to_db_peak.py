import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, top_db=80.0, amin=1e-10):
        super().__init__()
        self.top_db = top_db
        self.amin = amin

    def forward(self, power, ref):
        db = power.clamp(min=self.amin).log10_().mul_(10.0)
        db = db - 10.0 * torch.log10(ref.clamp(min=self.amin))
        if self.top_db is None:
            return db
        peak = db.max()
        return torch.maximum(db, peak - self.top_db)
