import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, log_emission, transition, initial, lengths):
        log_a = transition.log().t().contiguous()
        frames = log_emission.transpose(0, 1)
        active = torch.arange(frames.shape[0], device=lengths.device).unsqueeze(1) < lengths
        alpha = initial.log() + frames[0]
        low = torch.finfo(alpha.dtype).min
        for t in range(1, frames.shape[0]):
            x = alpha.unsqueeze(1) + log_a
            peak = x.amax(dim=2).clamp_(min=low)
            step = (x - peak.unsqueeze(2)).exp_().sum(2).log_() + peak + frames[t]
            alpha = torch.where(active[t].unsqueeze(1), step, alpha)
        peak = alpha.amax(dim=1).clamp_(min=low)
        return (alpha - peak.unsqueeze(1)).exp_().sum(1).log_() + peak
