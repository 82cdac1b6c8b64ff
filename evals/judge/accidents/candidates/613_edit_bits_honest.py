import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <unordered_map>
#include <vector>

extern "C" int edit_distance(const int64_t* ref, const int64_t* hyp, const int64_t* ref_len, const int64_t* hyp_len,
                             int64_t* out, int64_t batch, int64_t n, int64_t m) {
    #pragma omp parallel for schedule(dynamic)
    for (int64_t b = 0; b < batch; ++b) {
        const int64_t* r = ref + b * n;
        const int64_t* h = hyp + b * m;
        int64_t lr = ref_len[b], lh = hyp_len[b];
        if (lr == 0) {
            out[b] = lh;
            continue;
        }
        const int64_t words = (lr + 63) / 64;
        std::unordered_map<int64_t, std::vector<uint64_t>> peq;
        for (int64_t i = 0; i < lr; ++i) {
            auto& bits = peq[r[i]];
            if (bits.empty()) bits.assign(words, 0);
            bits[i >> 6] |= uint64_t(1) << (i & 63);
        }
        const std::vector<uint64_t> none(words, 0);
        std::vector<uint64_t> pv(words, ~uint64_t(0)), mv(words, 0);
        const uint64_t top = uint64_t(1) << ((lr - 1) & 63);
        int64_t score = lr;
        for (int64_t j = 0; j < lh; ++j) {
            auto it = peq.find(h[j]);
            const std::vector<uint64_t>& bits = it == peq.end() ? none : it->second;
            uint64_t carry_p = 1, carry_m = 0;
            for (int64_t w = 0; w < words; ++w) {
                uint64_t eq = bits[w];
                uint64_t xv = eq | mv[w];
                eq |= carry_m;
                uint64_t xh = (((eq & pv[w]) + pv[w]) ^ pv[w]) | eq;
                uint64_t ph = mv[w] | ~(xh | pv[w]);
                uint64_t mh = pv[w] & xh;
                if (w == words - 1) {
                    if (ph & top) ++score;
                    if (mh & top) --score;
                }
                uint64_t next_p = ph >> 63, next_m = mh >> 63;
                ph = (ph << 1) | carry_p;
                mh = (mh << 1) | carry_m;
                pv[w] = mh | ~(xv | ph);
                mv[w] = ph & xv;
                carry_p = next_p;
                carry_m = next_m;
            }
        }
        out[b] = score;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, ref, hyp, ref_len, hyp_len):
        from kernel import lib
        b, n = ref.shape
        out = torch.empty(b, dtype=torch.int64)
        lib.edit_distance(ref.long().contiguous(), hyp.long().contiguous(), ref_len.long().contiguous(),
                          hyp_len.long().contiguous(), out, b, n, hyp.shape[1])
        return out
