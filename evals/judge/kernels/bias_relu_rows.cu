// y = max(x + bias[column], 0) over rows, in place on a tensor of the candidate's own; rows are multiples of 4 floats.
#include <cuda_runtime.h>
#include <cstdint>

__global__ void bias_relu_kernel(float4* x, const float4* bias, int64_t quads, int64_t quads_per_row) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= quads) return;
  const float4 b = bias[at % quads_per_row], v = x[at];
  x[at] = make_float4(fmaxf(v.x + b.x, 0.0f), fmaxf(v.y + b.y, 0.0f), fmaxf(v.z + b.z, 0.0f), fmaxf(v.w + b.w, 0.0f));
}

extern "C" int bias_relu(float* x, const float* bias, int64_t n, int64_t width, cudaStream_t stream) {
  const int64_t quads = n / 4;
  bias_relu_kernel<<<(unsigned)((quads + 255) / 256), 256, 0, stream>>>((float4*)x, (const float4*)bias, quads, width / 4);
  return (int)cudaGetLastError();
}
