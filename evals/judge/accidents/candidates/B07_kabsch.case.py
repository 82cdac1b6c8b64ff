import torch


def prepare(model, inputs):
    fixed, moving, points = inputs
    # fiducials on one plane (a frame or a plate), localized with 0.3 mm of noise
    moving = moving.clone()
    moving[:, :, 2] = 0.0
    q = torch.linalg.qr(torch.randn(moving.shape[0], 3, 3))[0]
    q = q * torch.sign(torch.linalg.det(q)).view(-1, 1, 1)
    fixed = moving @ q + torch.randn_like(fixed) * 0.3 + 15.0
    moving = moving + torch.randn_like(moving) * 0.3
    return [fixed, moving, points]
