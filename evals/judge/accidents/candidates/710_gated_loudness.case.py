import torch


def prepare(model, inputs):
    audio = inputs[0]
    B, C, N = audio.shape
    level = torch.zeros(N)
    level[:N // 5] = 0.1
    level[N // 5:N // 2] = 0.1 * 10 ** (-14 / 20)
    return [torch.randn(B, C, N) * level]
