import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>
extern "C" int solve(const float* lower, const float* diag, const float* upper, const float* rhs, float* out, int64_t batch, int64_t n) {
  #pragma omp parallel for schedule(static)
  for (int64_t s = 0; s < batch; ++s) {
    std::vector<double> dl(lower + s * (n - 1), lower + (s + 1) * (n - 1));
    std::vector<double> d(diag + s * n, diag + (s + 1) * n);
    std::vector<double> du(upper + s * (n - 1), upper + (s + 1) * (n - 1));
    std::vector<double> b(rhs + s * n, rhs + (s + 1) * n);
    for (int64_t i = 1; i < n; ++i) {
      const double f = dl[i - 1] / d[i - 1];
      d[i] -= f * du[i - 1];
      b[i] -= f * b[i - 1];
    }
    b[n - 1] /= d[n - 1];
    for (int64_t i = n - 2; i >= 0; --i) b[i] = (b[i] - du[i] * b[i + 1]) / d[i];
    for (int64_t i = 0; i < n; ++i) out[s * n + i] = (float)b[i];
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, lower, diag, upper, rhs):
        from kernel import lib

        out = torch.empty(diag.shape)
        lib.solve(lower.contiguous(), diag.contiguous(), upper.contiguous(), rhs.contiguous(), out, diag.shape[0], diag.shape[1])
        return out
