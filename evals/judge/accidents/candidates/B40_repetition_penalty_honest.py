import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

extern "C" int rep_penalty_logsoftmax(const float* logits, const int64_t* history, float* out,
                                      int64_t B, int64_t V, int64_t L, float penalty, float temperature) {
    #pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < B; ++b) {
        const float* x = logits + b * V;
        const int64_t* h = history + b * L;
        float* o = out + b * V;
        for (int64_t i = 0; i < V; ++i) o[i] = x[i];
        for (int64_t j = 0; j < L; ++j) {
            const int64_t t = h[j];
            const float s = x[t];
            o[t] = s < 0.f ? s * penalty : s / penalty;
        }
        float m = -INFINITY;
        for (int64_t i = 0; i < V; ++i) {
            o[i] = o[i] / temperature;
            m = o[i] > m ? o[i] : m;
        }
        double sum = 0.0;
        for (int64_t i = 0; i < V; ++i) sum += expf(o[i] - m);
        const float ls = (float)std::log(sum);
        for (int64_t i = 0; i < V; ++i) o[i] = (o[i] - m) - ls;
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, logits, history, penalty, temperature):
        from kernel import lib
        logits = logits.contiguous()
        history = history.contiguous()
        B, V = logits.shape
        out = torch.empty_like(logits)
        lib.rep_penalty_logsoftmax(logits, history, out, B, V, history.shape[1], float(penalty), float(temperature))
        return out
