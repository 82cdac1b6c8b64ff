#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

__global__ void online_kernel(const float* x, float* out, int64_t rows, int64_t cols) {
  const int64_t r = (int64_t)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (r >= rows) return;
  const int lane = threadIdx.x % 32;
  const float* row = x + r * cols;
  float most = -INFINITY, sum = 0.0f;
  for (int64_t at = lane; at < cols; at += 32) {
    const float value = row[at], larger = fmaxf(most, value);
    sum = sum * expf(most - larger) + expf(value - larger);
    most = larger;
  }
  for (int step = 16; step > 0; step /= 2) {
    const float other_most = __shfl_xor_sync(0xffffffffu, most, step), other_sum = __shfl_xor_sync(0xffffffffu, sum, step);
    const float larger = fmaxf(most, other_most);
    sum = sum * expf(most - larger) + other_sum * expf(other_most - larger);
    most = larger;
  }
  for (int64_t at = lane; at < cols; at += 32) out[r * cols + at] = expf(row[at] - most) / sum;
}

extern "C" int softmax_online(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  online_kernel<<<(rows + 3) / 4, 128, 0, stream>>>(x, out, rows, cols);
  return (int)cudaGetLastError();
}
