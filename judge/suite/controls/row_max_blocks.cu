#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

__global__ void row_max_kernel(const float* x, float* values, int64_t* places, int64_t cols) {
  __shared__ float best_value[256];
  __shared__ int64_t best_place[256];
  const float* row = x + blockIdx.x * cols;
  float value = -INFINITY;
  int64_t place = cols;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) {
    if (row[at] > value || place == cols) {
      value = row[at];
      place = at;
    }
  }
  best_value[threadIdx.x] = value;
  best_place[threadIdx.x] = place;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      const float other = best_value[threadIdx.x + half];
      const int64_t there = best_place[threadIdx.x + half];
      const bool takes = other > best_value[threadIdx.x] || (other == best_value[threadIdx.x] && there < best_place[threadIdx.x]);
      if (takes) {
        best_value[threadIdx.x] = other;
        best_place[threadIdx.x] = there;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    values[blockIdx.x] = best_value[0];
    places[blockIdx.x] = best_place[0];
  }
}

extern "C" int row_max(const float* x, float* values, int64_t* places, int64_t rows, int64_t cols, cudaStream_t stream) {
  row_max_kernel<<<rows, 256, 0, stream>>>(x, values, places, cols);
  return (int)cudaGetLastError();
}
