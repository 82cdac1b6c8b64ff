import torch
import torch.nn as nn


class Model(nn.Module):
    """Value embedding plus hour-of-day and day-of-week embeddings of Unix timestamps in seconds (UTC)."""

    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(dim))
        self.hour = nn.Parameter(torch.randn(24, dim))
        self.weekday = nn.Parameter(torch.randn(7, dim))

    def forward(self, timestamp, value):
        day = torch.div(timestamp, 86400, rounding_mode="floor")
        hour = torch.div(timestamp - day * 86400, 3600, rounding_mode="floor")
        weekday = torch.remainder(day + 3, 7)        # Monday is 0
        return value.unsqueeze(-1) * self.scale + self.hour[hour] + self.weekday[weekday]


valid = {"timestamp": (-2208988800, 4102444800)}     # years 1900 to 2100


def get_inputs():
    start = torch.randint(946684800, 1700000000, (48, 1))
    timestamp = start + torch.arange(384).unsqueeze(0) * 3600
    return [timestamp, torch.randn(48, 384)]


def get_init_inputs():
    return [32]
