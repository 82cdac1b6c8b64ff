#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

__global__ void __launch_bounds__(512) vector_kernel(const float4* x, float4* out) {
  __shared__ float parts[2][16];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float4 v = x[(int64_t)blockIdx.x * 512 + threadIdx.x];
  float most = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
  if (lane == 0) parts[0][warp] = most;
  __syncthreads();
  for (int w = 0; w < 16; ++w) most = fmaxf(most, parts[0][w]);
  v = make_float4(expf(v.x - most), expf(v.y - most), expf(v.z - most), expf(v.w - most));
  float sum = (v.x + v.y) + (v.z + v.w);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (lane == 0) parts[1][warp] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int w = 0; w < 16; ++w) sum += parts[1][w];
  const float scale = 1.0f / sum;
  out[(int64_t)blockIdx.x * 512 + threadIdx.x] = make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}

extern "C" int softmax_vector(const float* x, float* out, int64_t rows, cudaStream_t stream) {
  vector_kernel<<<rows, 512, 0, stream>>>((const float4*)x, (float4*)out);
  return (int)cudaGetLastError();
}
