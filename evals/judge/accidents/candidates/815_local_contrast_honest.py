import torch
import torch.nn as nn
import torch.nn.functional as F


KERNEL_CPP = r'''
#include <cstdint>
#include <cmath>
#include <vector>
extern "C" int local_norm(const float* x, float* out, int64_t planes, int64_t H, int64_t W, int64_t K, float eps) {
    typedef double acc_t;
    const int64_t r = K / 2, PH = H + 2 * r, PW = W + 2 * r, S = PW + 1;
    #pragma omp parallel for
    for (int64_t p = 0; p < planes; ++p) {
        const float* src = x + p * H * W;
        float* dst = out + p * H * W;
        std::vector<acc_t> s1((PH + 1) * S, acc_t(0)), s2((PH + 1) * S, acc_t(0));
        for (int64_t i = 0; i < PH; ++i) {
            int64_t y = i - r;
            if (y < 0) y = -y;
            if (y >= H) y = 2 * (H - 1) - y;
            acc_t a = 0, q = 0;
            for (int64_t j = 0; j < PW; ++j) {
                int64_t c = j - r;
                if (c < 0) c = -c;
                if (c >= W) c = 2 * (W - 1) - c;
                const acc_t v = src[y * W + c];
                a += v;
                q += v * v;
                s1[(i + 1) * S + j + 1] = s1[i * S + j + 1] + a;
                s2[(i + 1) * S + j + 1] = s2[i * S + j + 1] + q;
            }
        }
        const acc_t inv = acc_t(1) / acc_t(K * K);
        for (int64_t i = 0; i < H; ++i)
            for (int64_t j = 0; j < W; ++j) {
                const int64_t a = i * S + j, b = a + K, c = (i + K) * S + j, d = c + K;
                const acc_t m = ((s1[d] - s1[b]) - (s1[c] - s1[a])) * inv;
                acc_t var = ((s2[d] - s2[b]) - (s2[c] - s2[a])) * inv - m * m;
                if (var < 0) var = 0;
                dst[i * W + j] = float((src[i * W + j] - m) / std::sqrt(var + acc_t(eps)));
            }
    }
    return 0;
}
'''


class ModelNew(nn.Module):
    """Window sums from summed-area tables: four reads for each window, whatever its size."""

    def __init__(self, window=9, eps=1e-2):
        super().__init__()
        self.window, self.eps = window, eps

    def forward(self, x):
        from kernel import lib
        x = x.contiguous()
        out = torch.empty_like(x)
        b, c, h, w = x.shape
        lib.local_norm(x, out, b * c, h, w, self.window, float(self.eps))
        return out
