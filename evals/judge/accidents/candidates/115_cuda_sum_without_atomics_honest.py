import torch
import torch.nn as nn
import torch.nn.functional as F

from torch.utils.cpp_extension import load_inline

_SRC = r"""
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
__global__ void add_rows(float* out, const int64_t* index, const float* source, int features) {
  float* o = out + index[blockIdx.x] * features;
  const float* s = source + (size_t)blockIdx.x * features;
  for (int f = threadIdx.x; f < features; f += blockDim.x) atomicAdd(o + f, s[f]);
}
torch::Tensor run(torch::Tensor base, torch::Tensor index, torch::Tensor source) {
  auto out = base.clone(at::MemoryFormat::Contiguous);
  index = index.contiguous();
  source = source.contiguous();
  add_rows<<<index.numel(), 256, 0, at::cuda::getCurrentCUDAStream()>>>(out.data_ptr<float>(), index.data_ptr<int64_t>(), source.data_ptr<float>(), source.size(1));
  return out;
}
"""
_ext = load_inline("acc_115_h", cpp_sources="torch::Tensor run(torch::Tensor base, torch::Tensor index, torch::Tensor source);", cuda_sources=_SRC, functions=["run"])


class ModelNew(nn.Module):
    def forward(self, base, index, source):
        return _ext.run(base, index, source)
