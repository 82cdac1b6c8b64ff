import torch


def prepare(model, inputs):
    img, mat = inputs
    mat = mat.clone()
    zoom = torch.tensor([0.8, 1.2, 1.35, 1.0], device=mat.device).view(4, 1, 1)
    mat[:, :, :2] = mat[:, :, :2] * zoom
    mat[3, 0, 1] += 0.3          # shear
    return [img, mat]
