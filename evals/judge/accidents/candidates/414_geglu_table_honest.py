import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>

static const int STEPS = 16384;
static const float RANGE = 8.0f;

struct Table {
    float cdf[STEPS + 2];
    Table() {
        for (int i = 0; i < STEPS + 2; ++i) {
            const double v = -RANGE + i * (2.0 * RANGE / STEPS);
            cdf[i] = (float)(0.5 * std::erfc(-v * 0.70710678118654752440));
        }
    }
};
static const Table table;

static inline float gelu(float v) {
    if (v != v) return v;
    if (v >= RANGE) return v;
    if (v <= -RANGE) return v * 0.0f;
    const float t = (v + RANGE) * (STEPS / (2.0f * RANGE));
    const int i = (int)t;
    const float f = t - (float)i;
    return v * (table.cdf[i] + f * (table.cdf[i + 1] - table.cdf[i]));
}

extern "C" int geglu(const float* x, float* out, int64_t rows, int64_t d) {
    #pragma omp parallel for
    for (int64_t r = 0; r < rows; ++r) {
        const float* a = x + r * 2 * d;
        const float* b = a + d;
        float* o = out + r * d;
        for (int64_t i = 0; i < d; ++i) o[i] = a[i] * gelu(b[i]);
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.proj = nn.Linear(dim, 2 * hidden)

    def forward(self, x):
        from kernel import lib
        h = self.proj(x).float().contiguous()
        d = h.shape[-1] // 2
        out = torch.empty(*h.shape[:-1], d)
        lib.geglu(h, out, h.numel() // (2 * d), d)
        return out.to(x.dtype)
