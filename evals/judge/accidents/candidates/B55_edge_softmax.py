import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self, num_nodes):
        super().__init__()
        self.num_nodes = num_nodes

    def forward(self, score, dst):
        peak = score.amax(dim=0, keepdim=True)  # any shift cancels in the quotient
        ex = torch.sub(score, peak).exp_()
        den = score.new_zeros(self.num_nodes, score.shape[1]).index_add_(0, dst, ex)
        return ex.div_(den.add_(1e-16).index_select(0, dst))
