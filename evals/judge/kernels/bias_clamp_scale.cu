// clamp(clamp(x + bias[channel]) * scale) / scale with clamps to [0, 1], in place on a tensor of the candidate's own.
#include <cuda_runtime.h>
#include <cstdint>

__device__ float clamped(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__device__ float squeezed(float x, float b, float scale) { return clamped(clamped(x + b) * scale) / scale; }

__global__ void bias_clamp_scale_kernel(float4* x, const float* bias, int64_t quads, int64_t quads_per_plane, int channels, float scale) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= quads) return;
  const float b = bias[at / quads_per_plane % channels];
  const float4 v = x[at];
  x[at] = make_float4(squeezed(v.x, b, scale), squeezed(v.y, b, scale), squeezed(v.z, b, scale), squeezed(v.w, b, scale));
}

extern "C" int bias_clamp_scale(float* x, const float* bias, int64_t n, int64_t plane, int64_t channels, float scale, cudaStream_t stream) {
  const int64_t quads = n / 4;
  bias_clamp_scale_kernel<<<(unsigned)((quads + 255) / 256), 256, 0, stream>>>((float4*)x, bias, quads, plane / 4, (int)channels, scale);
  return (int)cudaGetLastError();
}
