import torch


def prepare(model, inputs):
    x = torch.exp(inputs[0])                          # skewed feature
    n = model.keypoints.shape[1]
    q = torch.quantile(x, torch.linspace(0.0, 1.0, n, device=x.device), dim=0)
    with torch.no_grad():
        model.keypoints.copy_(q.t())
    return [x]
