import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>

static inline float tanh_f(float x) {
    const float s = x * x;
    const float num = x * (135135.0f + s * (17325.0f + s * (378.0f + s)));
    const float den = 135135.0f + s * (62370.0f + s * (3150.0f + s * 28.0f));
    return num / den;
}

static inline float sigmoid_f(float x) {
    return 0.5f + 0.5f * tanh_f(0.5f * x);
}

// pre: [batch, steps, 4 * hidden] input projection with both biases, wt: [hidden, 4 * hidden]
extern "C" int lstm_steps(const float* pre, const float* wt, float* h, float* c, float* out,
                          int64_t batch, int64_t steps, int64_t hidden) {
    const int64_t gates = 4 * hidden;
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        std::vector<float> g(gates);
        float* hb = h + b * hidden;
        float* cb = c + b * hidden;
        for (int64_t t = 0; t < steps; ++t) {
            const float* p = pre + (b * steps + t) * gates;
            for (int64_t k = 0; k < gates; ++k) g[k] = p[k];
            for (int64_t j = 0; j < hidden; ++j) {
                const float hj = hb[j];
                const float* w = wt + j * gates;
                for (int64_t k = 0; k < gates; ++k) g[k] += hj * w[k];
            }
            float* o = out + (b * steps + t) * hidden;
            for (int64_t j = 0; j < hidden; ++j) {
                const float ig = sigmoid_f(g[j]);
                const float fg = sigmoid_f(g[hidden + j]);
                const float cg = tanh_f(g[2 * hidden + j]);
                const float og = sigmoid_f(g[3 * hidden + j]);
                cb[j] = fg * cb[j] + ig * cg;
                hb[j] = og * tanh_f(cb[j]);
                o[j] = hb[j];
            }
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.cell = nn.LSTMCell(dim, hidden)

    def forward(self, x, h0, c0):
        from kernel import lib
        cell = self.cell
        batch, steps, hidden = x.size(0), x.size(1), h0.size(1)
        with torch.no_grad():
            pre = F.linear(x, cell.weight_ih, cell.bias_ih + cell.bias_hh).contiguous()
            wt = cell.weight_hh.t().contiguous()
            h = h0.clone(memory_format=torch.contiguous_format)
            c = c0.clone(memory_format=torch.contiguous_format)
            out = torch.empty(batch, steps, hidden, dtype=x.dtype, device=x.device)
            lib.lstm_steps(pre, wt, h, c, out, batch, steps, hidden)
        return out, h, c
