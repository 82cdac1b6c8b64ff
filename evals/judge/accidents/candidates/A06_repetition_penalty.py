import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
extern "C" int rep_penalty(const float* x, const int64_t* ids, float* out,
                           int64_t B, int64_t V, int64_t T, float pen, float temp) {
    const float p = (float)pen, tau = (float)temp;
    #pragma omp parallel for
    for (int64_t b = 0; b < B; ++b) {
        const float* a = x + b * V;
        float* o = out + b * V;
        for (int64_t i = 0; i < V; ++i) o[i] = a[i];
        for (int64_t t = 0; t < T; ++t) {
            const int64_t id = ids[b * T + t];
            const float s = o[id];
            o[id] = s < 0.0f ? s * p : s / p;
        }
        for (int64_t i = 0; i < V; ++i) o[i] = o[i] / tau;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, logits, token_ids, penalty, temperature):
        from kernel import lib
        logits, token_ids = logits.contiguous(), token_ids.contiguous()
        out = torch.empty_like(logits)
        B, V = logits.shape
        lib.rep_penalty(logits, token_ids, out, B, V, token_ids.shape[1], float(penalty), float(temperature))
        return out
