import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(model, inputs):
    features, rois = inputs
    return [features, rois[torch.randperm(len(rois))]]
