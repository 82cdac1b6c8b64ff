import torch


def prepare(model, inputs):
    # bird's-eye-view boxes in metres around the ego vehicle: coordinates of both signs
    g = torch.Generator().manual_seed(3)
    boxes, scores, labels = inputs
    n = boxes.shape[0]
    side = (torch.rand(n, 1, generator=g) < 0.5).float() * 2 - 1      # two opposite corners of a crossing
    c = side * 25 + torch.randn(n, 2, generator=g) * 6
    wh = torch.rand(n, 2, generator=g) * 3 + 9
    b = torch.cat([c - wh / 2, c + wh / 2], 1)
    return [b.to(boxes.device), scores, labels]
