import torch


def prepare(model, inputs):
    # the label is the mean of three judges
    scores, labels = inputs
    labels = torch.randint(0, 5, (3,) + tuple(labels.shape)).float().mean(0)
    return [scores, labels]
