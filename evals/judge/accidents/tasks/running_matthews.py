import torch
import torch.nn as nn


class Model(nn.Module):
    """Matthews correlation over a whole evaluation: adds a batch to counts (tp, fp, fn, tn) in place, returns MCC."""

    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, scores, labels, counts, threshold):
        pred = scores > threshold
        truth = labels.bool()
        tp = (pred & truth).sum()
        fp = (pred & ~truth).sum()
        fn = (~pred & truth).sum()
        tn = (~pred & ~truth).sum()
        counts += torch.stack([tp, fp, fn, tn])
        tp, fp, fn, tn = counts.double().unbind()
        den = ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)).sqrt()
        mcc = torch.where(den > 0, (tp * tn - fp * fn) / den.clamp(min=1.0), torch.zeros_like(den))
        return mcc.to(scores.dtype)


def get_inputs():
    labels = torch.rand(81920) < 0.3
    scores = torch.sigmoid(torch.randn(81920) + 2.0 * labels - 1.0)
    counts = torch.randint(1000, 3000, (4,))
    return [scores, labels, counts, 0.5]


def get_init_inputs():
    return []
