#include <cuda_runtime.h>
#include <cstdint>

struct Moments {
  float mean, squares, count;
};

__device__ Moments merged(Moments a, Moments b) {
  const float count = a.count + b.count;
  if (count == 0.0f) return a;
  const float delta = b.mean - a.mean, share = b.count / count;
  return {a.mean + delta * share, a.squares + b.squares + delta * delta * a.count * share, count};
}

__device__ Moments from_lane(Moments own, int step) {
  return {__shfl_xor_sync(0xffffffffu, own.mean, step), __shfl_xor_sync(0xffffffffu, own.squares, step), __shfl_xor_sync(0xffffffffu, own.count, step)};
}

__global__ void layer_norm_kernel(const float* x, const float* weight, const float* bias, float* out, int64_t cols, float eps) {
  __shared__ Moments parts[8];
  const float* row = x + blockIdx.x * cols;
  Moments own = {0.0f, 0.0f, 0.0f};
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) {
    own.count += 1.0f;
    const float delta = row[at] - own.mean;
    own.mean += delta / own.count;
    own.squares += delta * (row[at] - own.mean);
  }
  for (int step = 16; step > 0; step /= 2) own = merged(own, from_lane(own, step));
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = own;
  __syncthreads();
  own = parts[0];
  for (int warp = 1; warp < 8; ++warp) own = merged(own, parts[warp]);
  const float scale = 1.0f / sqrtf(own.squares / cols + eps);
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) out[blockIdx.x * cols + at] = (row[at] - own.mean) * scale * weight[at] + bias[at];
}

extern "C" int layer_norm(const float* x, const float* weight, const float* bias, float* out, int64_t rows, int64_t cols, float eps, cudaStream_t stream) {
  layer_norm_kernel<<<rows, 256, 0, stream>>>(x, weight, bias, out, cols, eps);
  return (int)cudaGetLastError();
}
