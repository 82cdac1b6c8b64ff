#include <cuda_runtime.h>
#include <cstdint>

// block
// The block's sum for all of its threads (up to 1024). `part` is 32 floats of shared memory, free again after the next barrier.
__device__ float block_sum(float v, float* part) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : 0.0f;
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  return v;
}

// One block per row of `quads` float4. A thread keeps QUADS of them in registers: memory is read once, and the variance is about the mean.
// RMS norm: leave the mean out.
template <int QUADS>
__global__ void norm_kernel(const float4* x, const float4* weight, const float4* bias, float4* out, int quads, float eps) {
  __shared__ float part[2][32];
  x += (int64_t)blockIdx.x * quads, out += (int64_t)blockIdx.x * quads;
  float4 v[QUADS];
  float sum = 0.0f, squares = 0.0f;
  #pragma unroll
  for (int q = 0; q < QUADS; ++q) {
    const int i = q * blockDim.x + threadIdx.x;
    v[q] = i < quads ? x[i] : float4{};
    sum += v[q].x + v[q].y + v[q].z + v[q].w;
  }
  const float mean = block_sum(sum, part[0]) / (4 * quads);
  #pragma unroll
  for (int q = 0; q < QUADS; ++q) {
    v[q].x -= mean, v[q].y -= mean, v[q].z -= mean, v[q].w -= mean;
    if (q * blockDim.x + threadIdx.x < quads) squares += v[q].x * v[q].x + v[q].y * v[q].y + v[q].z * v[q].z + v[q].w * v[q].w;
  }
  const float scale = rsqrtf(block_sum(squares, part[1]) / (4 * quads) + eps);
  #pragma unroll
  for (int q = 0; q < QUADS; ++q) {
    const int i = q * blockDim.x + threadIdx.x;
    if (i >= quads) break;
    const float4 w = weight[i], b = bias[i];
    out[i] = {v[q].x * scale * w.x + b.x, v[q].y * scale * w.y + b.y, v[q].z * scale * w.z + b.z, v[q].w * scale * w.w + b.w};
  }
}
// end of block

extern "C" int layer_norm(const float* x, const float* weight, const float* bias, float* out, int64_t rows, int64_t n, float eps, cudaStream_t stream) {
  if (n % 4 || n > 8192) return 1;
  const int quads = (int)n / 4, threads = 256;
  const auto go = [&](auto kernel) {
    kernel<<<rows, threads, 0, stream>>>((const float4*)x, (const float4*)weight, (const float4*)bias, (float4*)out, quads, eps);
  };
  if (quads <= threads) go(norm_kernel<1>);
  else if (quads <= 2 * threads) go(norm_kernel<2>);
  else if (quads <= 4 * threads) go(norm_kernel<4>);
  else go(norm_kernel<8>);
  return (int)cudaGetLastError();
}
