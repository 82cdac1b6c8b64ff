import torch


def prepare(model, inputs):
    _, draft, target, u_accept, u_sample = inputs
    b, k, v = draft.shape
    g = torch.Generator().manual_seed(13)
    draft = target[:, :k].clone()
    tokens = torch.multinomial(draft.reshape(-1, v), 1, generator=g).view(b, k)
    return [tokens, draft, target, u_accept, u_sample]
