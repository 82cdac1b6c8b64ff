import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cstring>
#include <utility>

static int64_t distance(const uint8_t* a, int64_t m, const uint8_t* b, int64_t n) {
    if (m > n) { std::swap(a, b); std::swap(m, n); }
    if (m == 0) return n;
    uint64_t peq[256];
    std::memset(peq, 0, sizeof(peq));
    for (int64_t i = 0; i < m; i++) peq[a[i]] |= uint64_t(1) << i;
    const uint64_t top = uint64_t(1) << (m - 1);
    uint64_t pv = ~uint64_t(0), mv = 0;
    int64_t score = m;
    for (int64_t j = 0; j < n; j++) {
        uint64_t eq = peq[b[j]];
        uint64_t xv = eq | mv;
        uint64_t xh = (((eq & pv) + pv) ^ pv) | eq;
        uint64_t ph = mv | ~(xh | pv);
        uint64_t mh = pv & xh;
        if (ph & top) score++;
        if (mh & top) score--;
        ph = (ph << 1) | 1;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    return score;
}

extern "C" int edit_distance(const uint8_t* a, const int64_t* a_len, const uint8_t* b, const int64_t* b_len,
                             int64_t* out, int64_t rows, int64_t wa, int64_t wb) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; r++)
        out[r] = distance(a + r * wa, a_len[r], b + r * wb, b_len[r]);
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, a, a_len, b, b_len):
        from kernel import lib
        a, a_len, b, b_len = (t.contiguous() for t in (a, a_len, b, b_len))
        out = torch.empty_like(b_len)
        lib.edit_distance(a, a_len, b, b_len, out, a.shape[0], a.shape[1], b.shape[1])
        return out
