import torch
import torch.nn as nn

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" int solve_batched(const float* A, const float* b, float* x, int32_t* info, int64_t batch, int64_t n) {
    #pragma omp parallel
    {
        std::vector<float> m(n * n);
        #pragma omp for
        for (int64_t s = 0; s < batch; ++s) {
            for (int64_t i = 0; i < n * n; ++i) m[i] = A[s * n * n + i];
            float* y = x + s * n;
            for (int64_t i = 0; i < n; ++i) y[i] = b[s * n + i];
            info[s] = 0;
            for (int64_t k = 0; k < n; ++k) {
                int64_t p = k;
                for (int64_t r = k + 1; r < n; ++r)
                    if (std::fabs(m[r * n + k]) > std::fabs(m[p * n + k])) p = r;
                if (p != k) {
                    for (int64_t c = k; c < n; ++c) std::swap(m[k * n + c], m[p * n + c]);
                    std::swap(y[k], y[p]);
                }
                if (m[k * n + k] == 0.0f) {
                    info[s] = (int32_t)(k + 1);
                    break;
                }
                for (int64_t r = k + 1; r < n; ++r) {
                    float f = m[r * n + k] / m[k * n + k];
                    for (int64_t c = k + 1; c < n; ++c) m[r * n + c] -= f * m[k * n + c];
                    y[r] -= f * y[k];
                }
            }
            for (int64_t k = n - 1; k >= 0; --k) {
                float acc = y[k];
                for (int64_t c = k + 1; c < n; ++c) acc -= m[k * n + c] * y[c];
                y[k] = acc / m[k * n + k];
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
    def forward(self, A, b):
        from kernel import lib
        A, b = A.contiguous(), b.contiguous()
        x = torch.empty_like(b)
        info = torch.empty(A.shape[0], dtype=torch.int32)
        lib.solve_batched(A, b, x, info, A.shape[0], A.shape[1])
        if info.any():
            raise torch.linalg.LinAlgError("solve: the input matrix is singular")
        return x
