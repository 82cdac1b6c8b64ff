import torch


def prepare(model, inputs):
    feat, boxes, idx = inputs
    boxes = boxes.clone()
    # proposals that reach beyond the picture, as the box regression gives them before clipping
    boxes[0] = torch.tensor([-40.0, -30.0, 50.0, 60.0])
    boxes[1] = torch.tensor([150.0, 120.0, 230.0, 200.0])
    boxes[2] = torch.tensor([-25.0, 40.0, 30.0, 110.0])
    boxes[3] = torch.tensor([100.0, 130.0, 160.0, 190.0])
    return [feat, boxes, idx]
