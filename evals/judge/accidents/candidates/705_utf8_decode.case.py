import torch


def prepare(model, inputs):
    data, lengths = inputs
    text = "Thanks a lot \U0001F600 see you tomorrow \U0001F44D\U0001F3FD caf\u00e9 "
    raw = torch.tensor(list(text.encode("utf-8")), dtype=torch.uint8)
    T = data.shape[1]
    row = raw.repeat(T // raw.numel() + 1)[:T]
    data = data.clone()
    data[::2] = row
    lengths = lengths.clone()
    lengths[::2] = T - 7
    return [data, lengths]
