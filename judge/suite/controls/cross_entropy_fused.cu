#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

__global__ void loss_kernel(const float* scores, const int64_t* labels, float* losses, int64_t rows, int64_t classes) {
  const int64_t r = (int64_t)blockIdx.x * 4 + threadIdx.x / 32;
  if (r >= rows) return;
  const int lane = threadIdx.x % 32;
  const float* row = scores + r * classes;
  float most = -INFINITY, sum = 0.0f;
  for (int64_t at = lane; at < classes; at += 32) most = fmaxf(most, row[at]);
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
  for (int64_t at = lane; at < classes; at += 32) sum += expf(row[at] - most);
  sum = warp_sum(sum);
  if (lane == 0) losses[r] = labels[r] == -100 ? 0.0f : logf(sum) + most - row[labels[r]];  // -100: padding
}

__global__ void mean_kernel(const float* losses, const int64_t* labels, float* out, int64_t rows) {
  __shared__ float warps[8], counts[8];
  float sum = 0.0f, counted = 0.0f;
  for (int64_t at = threadIdx.x; at < rows; at += blockDim.x) {
    sum += losses[at];
    counted += labels[at] != -100;
  }
  sum = warp_sum(sum);
  counted = warp_sum(counted);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum, counts[threadIdx.x / 32] = counted;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = counted = 0.0f;
  for (int warp = 0; warp < 8; ++warp) sum += warps[warp], counted += counts[warp];
  *out = sum / counted;
}

extern "C" int cross_entropy(const float* scores, const int64_t* labels, float* losses, float* out, int64_t rows, int64_t classes, cudaStream_t stream) {
  loss_kernel<<<(rows + 3) / 4, 128, 0, stream>>>(scores, labels, losses, rows, classes);
  mean_kernel<<<1, 256, 0, stream>>>(losses, labels, out, rows);
  return (int)cudaGetLastError();
}
