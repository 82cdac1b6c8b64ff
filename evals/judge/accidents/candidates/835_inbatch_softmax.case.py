import torch


def prepare(model, inputs):
    user_x, item_x, ids, log_q = inputs
    with torch.no_grad():
        model.log_scale.fill_(2.0)
    return [user_x, item_x, 10000000000 + torch.randint(0, 50000, ids.shape), log_q]
