import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def __init__(self, range_db):
        super().__init__()
        self.range_db = range_db

    def forward(self, power):
        db = power.clamp(min=1e-20).log10().mul(10)
        return db.clamp(min=db.max() - self.range_db)
