import torch
import torch.nn as nn
import torch.nn.functional as F

class ModelNew(nn.Module):
    def forward(self, logits, targets, steps, labels):
        each = F.ctc_loss(logits.log_softmax(2), targets, steps, labels, reduction="none")
        return (each / labels.clamp(min=1)).mean()
