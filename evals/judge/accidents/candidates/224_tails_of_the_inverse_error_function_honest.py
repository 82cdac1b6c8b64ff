import torch
import torch.nn as nn
import torch.nn.functional as F

KERNEL_CPP = r'''
#include <cmath>
#include <cstdint>
extern "C" int normal_scores(const float* p, float* out, int64_t n) {
  #pragma omp parallel for schedule(static)
  for (int64_t i = 0; i < n; ++i) {
    const double x = 2.0f * p[i] - 1.0f;
    double w = -log((1.0 - x) * (1.0 + x)), y;
    if (fabs(x) == 1.0) {
      out[i] = (float)x * INFINITY;
      continue;
    }
    if (w < 5.0) {
      w -= 2.5;
      y = 2.81022636e-08;
      y = 3.43273939e-07 + y * w;
      y = -3.5233877e-06 + y * w;
      y = -4.39150654e-06 + y * w;
      y = 0.00021858087 + y * w;
      y = -0.00125372503 + y * w;
      y = -0.00417768164 + y * w;
      y = 0.246640727 + y * w;
      y = 1.50140941 + y * w;
    } else {
      w = sqrt(w) - 3.0;
      y = -0.000200214257;
      y = 0.000100950558 + y * w;
      y = 0.00134934322 + y * w;
      y = -0.00367342844 + y * w;
      y = 0.00573950773 + y * w;
      y = -0.0076224613 + y * w;
      y = 0.00943887047 + y * w;
      y = 1.00167406 + y * w;
      y = 2.83297682 + y * w;
    }
    out[i] = (float)(1.4142135623730951 * y * x);
  }
  return 0;
}
'''


class ModelNew(nn.Module):
    def forward(self, p):
        from kernel import lib

        p = p.contiguous()
        out = torch.empty_like(p)
        lib.normal_scores(p, out, p.numel())
        return out
