import torch


def prepare(model, inputs):
    field, pos, spacing = inputs
    box = torch.tensor([field.size(1) * spacing, field.size(2) * spacing])
    # box centred on the origin
    return [field, pos - 0.5 * box, spacing]
