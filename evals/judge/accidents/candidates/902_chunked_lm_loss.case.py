import torch


def prepare(model, inputs):
    hidden, labels = inputs
    hidden, labels = hidden.clone(), labels.clone()
    # instruction tuning: prompts of different lengths carry no label
    for row, prompt in enumerate((12, 64, 100, 120)):
        labels[row, :prompt] = -100
    # the long answer is already well learnt
    with torch.no_grad():
        model.lm_head.weight.mul_(3.0)
        w = model.lm_head.weight.detach()
        hidden[0, 12:] = w[labels[0, 12:]] * 6.0
    return [hidden, labels]
