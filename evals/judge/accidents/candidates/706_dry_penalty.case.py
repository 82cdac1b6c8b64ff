import torch


def prepare(model, inputs):
    logits, history, breakers = inputs
    history = history.clone()
    T = history.shape[1]
    phrase = torch.tensor([301, 302, 303, 304, 305, 306])
    history[:, 40:46] = phrase
    history[:, 46] = 777
    history[:, 120:122] = phrase[-2:]
    history[:, 122] = 777
    history[:, T - 6:] = phrase
    return [logits, history, breakers]
