// y = max(x, 0) + bias[channel], in place on a tensor of the candidate's own; planes are multiples of 4 floats.
#include <cuda_runtime.h>
#include <cstdint>

__global__ void relu_bias_kernel(float4* x, const float* bias, int64_t quads, int64_t quads_per_plane, int channels) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= quads) return;
  const float b = bias[at / quads_per_plane % channels];
  const float4 v = x[at];
  x[at] = make_float4(fmaxf(v.x, 0.0f) + b, fmaxf(v.y, 0.0f) + b, fmaxf(v.z, 0.0f) + b, fmaxf(v.w, 0.0f) + b);
}

extern "C" int relu_bias(float* x, const float* bias, int64_t n, int64_t plane, int64_t channels, cudaStream_t stream) {
  const int64_t quads = n / 4;
  relu_bias_kernel<<<(unsigned)((quads + 255) / 256), 256, 0, stream>>>((float4*)x, bias, quads, plane / 4, (int)channels);
  return (int)cudaGetLastError();
}
