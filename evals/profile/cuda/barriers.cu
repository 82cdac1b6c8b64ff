// planted: a row's partial sums are added up by one thread while the block waits at a barrier
// task: row_sum
// bound: latency
// limit: waiting at barriers
#include <cstdint>

__global__ void row_sum(const float* x, float* out, int64_t columns) {
  __shared__ float parts[1024], whole;
  float sum = 0;
  for (int64_t first = 0; first < columns; first += blockDim.x) {
    parts[threadIdx.x] = x[blockIdx.x * columns + first + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      float here = 0;
      for (int at = 0; at < 1024; at += 4) here += (parts[at] + parts[at + 1]) + (parts[at + 2] + parts[at + 3]);
      whole = here;
    }
    __syncthreads();
    sum += whole;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  row_sum<<<rows, 1024, 0, stream>>>(x, out, columns);
  return cudaGetLastError();
}
