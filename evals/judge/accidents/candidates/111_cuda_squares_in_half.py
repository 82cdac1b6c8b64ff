import torch
import torch.nn as nn
import torch.nn.functional as F

from torch.utils.cpp_extension import load_inline

_SRC = r"""
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <cuda_fp16.h>
__global__ void rms(const __half* x, const __half* weight, __half* out, int cols) {
  __shared__ float part[8];
  const __half* p = x + (size_t)blockIdx.x * cols;
  __half* o = out + (size_t)blockIdx.x * cols;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) {
    sum += __half2float(__hmul(p[c], p[c]));
  }
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int i = 0; i < 8; ++i) sum += part[i];
  const float inverse = rsqrtf(sum / cols + 1e-6f);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) o[c] = __hmul(weight[c], __float2half(__half2float(p[c]) * inverse));
}
torch::Tensor run(torch::Tensor x, torch::Tensor weight) {
  x = x.contiguous();
  auto out = torch::empty(x.sizes(), x.options());
  rms<<<x.size(0), 256, 0, at::cuda::getCurrentCUDAStream()>>>((const __half*)x.data_ptr(), (const __half*)weight.data_ptr(), (__half*)out.data_ptr(), x.size(1));
  return out;
}
"""
_ext = load_inline("acc_111_w", cpp_sources="torch::Tensor run(torch::Tensor x, torch::Tensor weight);", cuda_sources=_SRC, functions=["run"])


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(features, dtype=torch.float16))

    def forward(self, x):
        return _ext.run(x, self.weight)
