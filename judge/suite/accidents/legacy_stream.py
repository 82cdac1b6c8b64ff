"""Launches on the legacy stream instead of the current one: a race for callers with their own stream, and a failed graph capture.

task: accidents/transposed_bias_gelu
task-cpu: accidents/cpu/transposed_bias_gelu
targets: cuda
expect: timing
"""

import torch
import torch.nn as nn
from torch.utils.cpp_extension import load_inline

_SRC = r"""
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
__global__ void go(const float4* x, const float4* bias, float4* out, size_t quads, int cols) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  float4 v = x[i], b = bias[i % cols];
  v.x += b.x; v.y += b.y; v.z += b.z; v.w += b.w;
  out[i] = {v.x <= 0 ? 0 : 2 * v.x, v.y <= 0 ? 0 : 2 * v.y, v.z <= 0 ? 0 : 2 * v.z, v.w <= 0 ? 0 : 2 * v.w};
}
torch::Tensor run(torch::Tensor x, torch::Tensor bias) {
  CONTIGUOUS
  auto out = torch::empty(x.sizes(), x.options());
  size_t quads = x.numel() / 4;
  go<<<(quads + 255) / 256, 256, 0, STREAM>>>((const float4*)x.data_ptr<float>(), (const float4*)bias.data_ptr<float>(), (float4*)out.data_ptr<float>(), quads, x.size(1) / 4);
  return out;
}
"""
_SRC = _SRC.replace("CONTIGUOUS", "x = x.contiguous();").replace("STREAM", "0")
_ext = load_inline("rt_bias_relu_c", cpp_sources="torch::Tensor run(torch::Tensor x, torch::Tensor bias);", cuda_sources=_SRC, functions=["run"])


class ModelNew(nn.Module):
    def forward(self, x, bias):
        return _ext.run(x, bias)
