#include <cuda_runtime.h>
#include <cstdint>

__global__ void softmax_kernel(const float* x, float* out, int64_t cols) {
  __shared__ volatile float part[32];
  const float* row = x + blockIdx.x * cols;
  const int lane = threadIdx.x;
  float top = row[0], sum = 0.0f;
  for (int64_t c = 0; c < cols; ++c) top = fmaxf(top, row[c]);
  for (int64_t c = lane; c < cols; c += 32) sum += expf(row[c] - top);
  part[lane] = sum;
  for (int step = 16; step > 0; step /= 2)
    if (lane < step) part[lane] = part[lane] + part[lane + step];  // no __syncwarp between the steps
  sum = part[0];
  for (int64_t c = lane; c < cols; c += 32) out[blockIdx.x * cols + c] = expf(row[c] - top) / sum;
}

extern "C" int softmax(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  softmax_kernel<<<rows, 32, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
