import torch


def prepare(model, inputs):
    probs, rewards, dones, gamma = inputs
    rewards = torch.randint(-1, 2, rewards.shape).float()
    rewards[:8] = torch.tensor([0.0, 1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0])
    dones = dones.clone()
    dones[:4] = 1.0
    return [probs, rewards, dones, gamma]
