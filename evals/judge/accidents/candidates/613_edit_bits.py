import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <unordered_map>

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
        std::unordered_map<int64_t, uint64_t> peq;
        for (int64_t i = 0; i < lr; ++i) peq[r[i]] |= uint64_t(1) << i;
        uint64_t pv = ~uint64_t(0), mv = 0;
        const uint64_t top = uint64_t(1) << (lr - 1);
        int64_t score = lr;
        for (int64_t j = 0; j < lh; ++j) {
            auto it = peq.find(h[j]);
            uint64_t eq = it == peq.end() ? 0 : it->second;
            uint64_t xv = eq | mv;
            uint64_t xh = (((eq & pv) + pv) ^ pv) | eq;
            uint64_t ph = mv | ~(xh | pv);
            uint64_t mh = pv & xh;
            if (ph & top) ++score;
            if (mh & top) --score;
            ph = (ph << 1) | 1;
            mh = mh << 1;
            pv = mh | ~(xv | ph);
            mv = ph & xv;
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
