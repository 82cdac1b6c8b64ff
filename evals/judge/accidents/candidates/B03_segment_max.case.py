import torch


def prepare(model, inputs):
    feats, batch = inputs
    # points shuffled across the mini-batch (augmentation, random subsampling)
    perm = torch.randperm(batch.shape[0])
    return [feats[perm], batch[perm]]
