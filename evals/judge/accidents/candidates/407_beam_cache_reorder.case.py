import torch


def prepare(model, inputs):
    k_cache, v_cache, beam_idx, cur_len = inputs
    n = beam_idx.shape[0]
    beam_idx = torch.arange(n).view(-1, 2).flip(1).flatten()
    return [k_cache, v_cache, beam_idx, cur_len]
