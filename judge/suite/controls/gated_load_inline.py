"""PyTorch's own way to bring a kernel along: load_inline, compiled on import.

task: gated
targets: cuda
"""

import torch
from torch import nn
from torch.utils.cpp_extension import load_inline

SOURCE = r"""
#include <torch/extension.h>
#include <c10/cuda/CUDAStream.h>

__global__ void gated_kernel(const float* x, const float* y, float* out, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) out[at] = fmaxf(x[at], 0.0f) / (1.0f + expf(-y[at])) + 0.1f * x[at];
}

torch::Tensor gated(torch::Tensor x, torch::Tensor y) {
  auto out = torch::empty_like(x);
  const int64_t count = x.numel();
  gated_kernel<<<(count + 255) / 256, 256, 0, c10::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), y.data_ptr<float>(), out.data_ptr<float>(), count);
  return out;
}
"""
DECLARATION = "torch::Tensor gated(torch::Tensor x, torch::Tensor y);"
extension = load_inline(name="gated_inline", cpp_sources=DECLARATION, cuda_sources=SOURCE, functions=["gated"])


class ModelNew(nn.Module):
    def forward(self, x, y):
        return extension.gated(x, y)
