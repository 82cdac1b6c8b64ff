import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Days since 1970-01-01 -> (year, month, day), Gregorian calendar."""
    def forward(self, days):
        z = days + 719468
        era = torch.div(z, 146097, rounding_mode="floor")
        doe = z - era * 146097
        yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
        doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
        mp = (5 * doy + 2) // 153
        d = doy - (153 * mp + 2) // 5 + 1
        m = torch.where(mp < 10, mp + 3, mp - 9)
        return torch.stack([yoe + era * 400 + (m <= 2), m, d], -1)


def get_inputs():
    return [torch.randint(-20000, 40000, (128, 512))]


def get_init_inputs():
    return []
