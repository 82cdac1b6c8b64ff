import torch


def prepare(model, inputs):
    image, m = inputs
    # strong perspective: the horizon (w = 0) crosses the output
    strong = torch.tensor([[1.0, -1.0, 0.3], [0.0, -1.0, 34.0], [0.0, -0.0313, 1.0]])
    return [image, strong.expand_as(m).clone()]
