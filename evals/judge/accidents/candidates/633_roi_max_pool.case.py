import torch


def prepare(model, inputs):
    features, rois, scale = inputs
    # boxes annotated in whole pixels, on a grid of 8
    rois = rois.clone()
    rois[:, 1:] = torch.round(rois[:, 1:] / 8) * 8
    return [features, rois, scale]
