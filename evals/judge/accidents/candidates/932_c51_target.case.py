import torch


def prepare(model, inputs):
    logits, next_logits, action, next_action, reward, not_done, gamma = inputs
    reward = (torch.rand_like(reward) < 0.3).float() * 10.0        # sparse reward: 0 or 10
    not_done = 1.0 - (reward > 0).float()
    return [logits, next_logits, action, next_action, reward, not_done, 0.99]
