import torch


def prepare(model, inputs):
    codes, predictor, index = inputs
    # loud passage: full-scale swings of 10 samples each way
    t = torch.arange(codes.shape[1])
    loud = torch.where((t // 10) % 2 == 0, 7, 15).expand_as(codes).clone()
    return [loud, predictor, index]
