import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int scores(const int8_t* q, const int8_t* k, const float* qs, const float* ks, float* out,
                      int64_t heads, int64_t tq, int64_t tk, int64_t d) {
    const float norm = 1.0f / std::sqrt((float)d);
    #pragma omp parallel for collapse(2)
    for (int64_t h = 0; h < heads; h++) {
        for (int64_t i = 0; i < tq; i++) {
            const int8_t* a = q + (h * tq + i) * d;
            const float s = qs[h] * ks[h] * norm;
            float* row = out + (h * tq + i) * tk;
            for (int64_t j = 0; j < tk; j++) {
                const int8_t* b = k + (h * tk + j) * d;
                int32_t acc = 0;
                int64_t c = 0;
                for (; c + 4 <= d; c += 4) {
                    int32_t part = a[c] * b[c] + a[c + 1] * b[c + 1] + a[c + 2] * b[c + 2] + a[c + 3] * b[c + 3];
                    acc += part;
                }
                for (; c < d; c++) acc += a[c] * b[c];
                row[j] = (float)acc * s;
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()

    @torch.no_grad()
    def forward(self, q, k, q_scale, k_scale):
        from kernel import lib
        q, k = q.contiguous(), k.contiguous()
        qs = q_scale.float().contiguous()
        ks = k_scale.float().contiguous()
        B, H, Tq, D = q.shape
        Tk = k.shape[2]
        out = torch.empty(B, H, Tq, Tk)
        lib.scores(q, k, qs, ks, out, B * H, Tq, Tk, D)
        return out.to(torch.promote_types(q_scale.dtype, torch.float32))
