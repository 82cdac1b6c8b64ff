import torch


def prepare(model, inputs):
    hm = inputs[0]
    B, K, H, W = hm.shape
    xs = torch.arange(W, device=hm.device).view(1, 1, 1, W)
    ys = torch.arange(H, device=hm.device).view(1, 1, H, 1)
    cx = torch.linspace(-3, W + 2, K, device=hm.device).view(1, K, 1, 1)     # people cut off by the frame
    cy = torch.linspace(-2, H + 1, B, device=hm.device).view(B, 1, 1, 1)
    out = torch.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / 8.0) + 0.001 * hm
    return [out]
