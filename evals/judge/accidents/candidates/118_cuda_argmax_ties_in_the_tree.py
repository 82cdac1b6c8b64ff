import torch
import torch.nn as nn
import torch.nn.functional as F

from torch.utils.cpp_extension import load_inline

_SRC = r"""
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
__global__ void best(const float* x, int64_t* out, int cols) {
  const float* p = x + (size_t)blockIdx.x * cols;
  float value = -INFINITY;
  int index = cols;
  for (int c = threadIdx.x; c < cols; c += 32)
    if (index == cols || (value == value && !(p[c] <= value))) { value = p[c]; index = c; }
  for (int s = 16; s > 0; s /= 2) {
    const float v = __shfl_down_sync(0xffffffff, value, s);
    const int i = __shfl_down_sync(0xffffffff, index, s);
    if (v > value || (v != v && value == value)) { value = v; index = i; }
  }
  if (threadIdx.x == 0) out[blockIdx.x] = index;
}
torch::Tensor run(torch::Tensor x) {
  x = x.contiguous();
  auto out = torch::empty({x.size(0)}, x.options().dtype(torch::kInt64));
  best<<<x.size(0), 32, 0, at::cuda::getCurrentCUDAStream()>>>(x.data_ptr<float>(), out.data_ptr<int64_t>(), x.size(1));
  return out;
}
"""
_ext = load_inline("acc_118_w", cpp_sources="torch::Tensor run(torch::Tensor x);", cuda_sources=_SRC, functions=["run"])


class ModelNew(nn.Module):
    def forward(self, scores):
        return _ext.run(scores)
