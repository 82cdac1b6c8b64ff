import torch


def prepare(model, inputs):
    images, labels, partner, boxes = inputs
    generator = torch.Generator().manual_seed(5)
    boxes = boxes.clone()
    boxes[:, :2] = torch.randint(0, 64, (boxes.shape[0], 2), generator=generator)
    return [images, labels, partner, boxes]
