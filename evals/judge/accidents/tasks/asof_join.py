import torch
import torch.nn as nn


class Model(nn.Module):
    """As-of join by key: for every left row the values of the last right row with the same key
    and a time not after the left time. Right rows are sorted by time (keys mixed);
    left rows come in any order. Rows without a match get `fill`. Returns values and a found mask."""

    def __init__(self):
        super().__init__()

    def forward(self, left_key, left_time, right_key, right_time, right_value, fill):
        match = left_key.unsqueeze(1) == right_key.unsqueeze(0)
        match = match & (right_time.unsqueeze(0) <= left_time.unsqueeze(1))
        index = torch.arange(right_key.numel(), device=right_key.device)
        last = torch.where(match, index, -1).amax(dim=1)
        found = last >= 0
        value = right_value[last.clamp(min=0)]
        return torch.where(found.unsqueeze(1), value, fill), found


def get_inputs():
    symbols, quotes, trades = 50, 2000, 512
    right_key = torch.cat([torch.randperm(symbols), torch.randint(0, symbols, (quotes - symbols,))])
    right_time = torch.cat([torch.zeros(symbols, dtype=torch.int64),
                            torch.randint(1, 28_800_000, (quotes - symbols,)).sort().values])
    right_value = torch.randn(quotes, 4) + 100
    left_key = torch.randint(0, symbols, (trades,))
    left_time = torch.randint(1, 28_800_000, (trades,)).sort().values
    return [left_key, left_time, right_key, right_time, right_value, 0.0]


def get_init_inputs():
    return []
