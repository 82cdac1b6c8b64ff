import torch


def prepare(model, inputs):
    det, scores, gt = inputs
    # detections of several heads concatenated: not in the order of the scores
    g = torch.Generator().manual_seed(5)
    p = torch.randperm(det.shape[0], generator=g).to(det.device)
    return [det[p].contiguous(), scores[p].contiguous(), gt]
