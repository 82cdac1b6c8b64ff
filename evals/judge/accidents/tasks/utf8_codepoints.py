import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    """Code points of UTF-8 byte rows, for a byte-level language model.

    The code point stands at the place of its first byte, -1 at the others and beyond
    the length; a byte that belongs to no whole character gives U+FFFD. Also returns
    the number of code points of each row.
    """

    def __init__(self):
        super().__init__()

    def forward(self, data, lengths):
        T = data.shape[1]
        x = data.to(torch.int32)
        inside = torch.arange(T, device=data.device) < lengths.unsqueeze(1)
        cont = ((x & 0xC0) == 0x80) & inside
        nxt = F.pad(x, (0, 3))
        nc = F.pad(cont, (0, 3))
        c1, c2, c3 = (nc[:, i:T + i] for i in (1, 2, 3))
        x1, x2, x3 = (nxt[:, i:T + i] & 0x3F for i in (1, 2, 3))
        one = inside & (x < 0x80)
        two = inside & (x >= 0xC2) & (x <= 0xDF) & c1
        three = inside & (x >= 0xE0) & (x <= 0xEF) & c1 & c2
        four = inside & (x >= 0xF0) & (x <= 0xF4) & c1 & c2 & c3
        out = torch.where(inside, 0xFFFD, -1).to(torch.int32)
        out = torch.where(one, x, out)
        out = torch.where(two, (x & 0x1F) << 6 | x1, out)
        out = torch.where(three, (x & 0x0F) << 12 | x1 << 6 | x2, out)
        out = torch.where(four, (x & 0x07) << 18 | x1 << 12 | x2 << 6 | x3, out)
        covered = F.pad(two | three | four, (1, 0))[:, :T]
        covered = covered | F.pad(three | four, (2, 0))[:, :T]
        covered = covered | F.pad(four, (3, 0))[:, :T]
        out = torch.where(covered, -1, out)
        return out, (out >= 0).sum(1)


RANGES = ((0x20, 0x7F), (0x61, 0x7B), (0xC0, 0x17F), (0x391, 0x3C9), (0x410, 0x450), (0x4E00, 0x9FA0), (0x3041, 0x3097))


def encode_rows(texts, T):
    data = torch.zeros(len(texts), T, dtype=torch.uint8)
    lengths = torch.zeros(len(texts), dtype=torch.int64)
    for b, text in enumerate(texts):
        raw = list(text.encode("utf-8"))[:T]
        data[b, :len(raw)] = torch.tensor(raw, dtype=torch.uint8)
        lengths[b] = len(raw)
    return data, lengths


def get_inputs():
    B, T = 16, 512
    texts = []
    for _ in range(B):
        n = int(torch.randint(150, 400, (1,)))
        kind = torch.randint(0, len(RANGES), (n,)).tolist()
        part = torch.rand(n).tolist()
        texts.append("".join(chr(RANGES[k][0] + int(p * (RANGES[k][1] - RANGES[k][0]))) for k, p in zip(kind, part)))
    data, lengths = encode_rows(texts, T)
    return [data, lengths]


def get_init_inputs():
    return []
