import torch


def prepare(model, inputs):
    tokens, lengths, stops = inputs
    newline, mark = 13, 2277
    stops[1] = -1
    stops[1, :3] = torch.tensor([newline, newline, mark])
    for b in range(tokens.shape[0]):
        at = 3 + b
        tokens[b, at:at + 4] = torch.tensor([newline, newline, newline, mark])
    return [tokens, lengths, stops]
