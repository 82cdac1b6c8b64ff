import torch


def prepare(model, inputs):
    logits, target = inputs
    target = target.clone()
    # unlabelled: the car's bonnet at the bottom and some of the pixels elsewhere
    target[:, 72:] = -1
    target[torch.rand(target.shape) < 0.1] = -1
    return [logits, target]
