// planted: the whole reduction in one block, on one of all multiprocessors
// task: total
// bound: latency
// limit: too few blocks
#include <cstdint>

__global__ void total(const float4* x, float* out, int64_t count) {
  __shared__ float parts[32];
  float sum = 0, lost = 0;
  for (int64_t at = threadIdx.x; at < count; at += blockDim.x) {
    const float4 v = x[at];
    const float more = ((v.x + v.y) + (v.z + v.w)) - lost, next = sum + more;
    lost = (next - sum) - more;  // Kahan
    sum = next;
  }
  for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = parts[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_xor_sync(~0u, sum, by);
  if (threadIdx.x == 0) *out = sum;
}

extern "C" int run(const float4* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  total<<<1, 1024, 0, stream>>>(x, out, rows * columns / 4);
  return cudaGetLastError();
}
