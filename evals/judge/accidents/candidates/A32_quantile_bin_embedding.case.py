import torch


def prepare(model, inputs):
    x = inputs[0]
    n_feat, bins = model.edges.shape
    with torch.no_grad():
        model.edges.copy_(torch.arange(bins, dtype=torch.float32).expand(n_feat, bins))
    return [torch.randint(0, bins, x.shape).float()]
