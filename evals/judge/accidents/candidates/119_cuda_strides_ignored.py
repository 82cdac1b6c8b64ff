import torch
import torch.nn as nn
import torch.nn.functional as F

from torch.utils.cpp_extension import load_inline

_SRC = r"""
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
__global__ void log_add(const float* a, const float* b, float* out, size_t n) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float top = fmaxf(a[i], b[i]);
  out[i] = top + log1pf(expf(a[i] == b[i] ? 0.0f : -fabsf(a[i] - b[i])));
}
torch::Tensor run(torch::Tensor a, torch::Tensor b) {
  auto out = torch::empty(a.sizes(), a.options());
  const size_t n = a.numel();
  log_add<<<(n + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
"""
_ext = load_inline("acc_119_w", cpp_sources="torch::Tensor run(torch::Tensor a, torch::Tensor b);", cuda_sources=_SRC, functions=["run"])


class ModelNew(nn.Module):
    def forward(self, a, b):
        return _ext.run(a, b)
