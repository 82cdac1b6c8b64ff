import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
#include <cstring>

// log10 of a positive normal number, vectorizable (Cephes)
static inline float fast_log10(float v) {
    int32_t bits;
    std::memcpy(&bits, &v, 4);
    int32_t e = (bits >> 23) - 126;
    const int32_t mb = (bits & 0x007fffff) | 0x3f000000;
    float m;
    std::memcpy(&m, &mb, 4);
    const bool low = m < 0.707106781186547524f;
    const float fe = (float)(low ? e - 1 : e);
    const float x = low ? m + m - 1.0f : m - 1.0f;
    const float z = x * x;
    float y = 7.0376836292e-2f;
    y = y * x - 1.1514610310e-1f;
    y = y * x + 1.1676998740e-1f;
    y = y * x - 1.2420140846e-1f;
    y = y * x + 1.4249322787e-1f;
    y = y * x - 1.6668057665e-1f;
    y = y * x + 2.0000714765e-1f;
    y = y * x - 2.4999993993e-1f;
    y = y * x + 3.3333331174e-1f;
    y = y * x * z - 2.12194440e-4f * fe - 0.5f * z;
    return (x + y + 0.693359375f * fe) * 0.43429448190325183f;
}

extern "C" int power_to_db(const float* x, float* out, int64_t batch, int64_t n, float amin_, float top_db_) {
    const float amin = (float)amin_, top_db = (float)top_db_;
    std::vector<float> peak(batch);
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        const float* xb = x + b * n;
        float m = amin;
        #pragma omp simd reduction(max : m)
        for (int64_t i = 0; i < n; ++i) m = xb[i] > m ? xb[i] : m;
        peak[b] = m;   // log10 is monotone: take the maximum before the logarithm
    }
    float top = amin;
    for (int64_t b = 0; b < batch; ++b) top = peak[b] > top ? peak[b] : top;
    #pragma omp parallel for
    for (int64_t b = 0; b < batch; ++b) {
        const float* xb = x + b * n;
        float* ob = out + b * n;
        const float floor_db = 10.0f * fast_log10(top) - top_db;
        #pragma omp simd
        for (int64_t i = 0; i < n; ++i) {
            const float v = xb[i] < amin ? amin : xb[i];
            const float d = 10.0f * fast_log10(v);
            ob[i] = d < floor_db ? floor_db : d;
        }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    def __init__(self, amin=1e-10, top_db=80.0):
        super().__init__()
        self.amin = amin
        self.top_db = top_db

    def forward(self, power):
        from kernel import lib
        power = power.contiguous()
        out = torch.empty_like(power)
        lib.power_to_db(power, out, power.shape[0], power.shape[1] * power.shape[2],
                        float(self.amin), float(self.top_db))
        return out
