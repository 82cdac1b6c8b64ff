#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

// block
// A running maximum m with the sum s of exp(x - m): one pass over a row. Pairs of any parts of the row merge. NaN stays in s.
struct Online {
  float m, s;
  static __device__ float shift(float m) { return isinf(m) ? 0.0f : m; }
  __device__ void merge(Online other) {
    const float larger = fmaxf(m, other.m), by = shift(larger);
    s = s * (m == larger ? 1.0f : expf(m - by)) + other.s * (other.m == larger ? 1.0f : expf(other.m - by));
    m = larger;
  }
};

__device__ Online warp_merge(Online one) {
  for (int step = 16; step > 0; step /= 2) one.merge({__shfl_xor_sync(~0u, one.m, step), __shfl_xor_sync(~0u, one.s, step)});
  return one;
}

// The pair of a row for all threads of the block, up to 1024. The four values of a load share one rescaling.
__device__ Online row_merge(const float4* row, int quads) {
  Online one{-INFINITY, 0.0f};
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = row[i];
    const float most = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)), by = Online::shift(most);
    one.merge({most, expf(v.x - by) + expf(v.y - by) + expf(v.z - by) + expf(v.w - by)});
  }
  __shared__ Online part[32];
  one = warp_merge(one);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = one;
  __syncthreads();
  return warp_merge(threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : Online{-INFINITY, 0.0f});
}
// end of block

__global__ void softmax_lse_kernel(const float* x, float* out, float* lse, int n) {
  const float4* row = (const float4*)(x + (int64_t)blockIdx.x * n);
  float4* to = (float4*)(out + (int64_t)blockIdx.x * n);
  const Online all = row_merge(row, n / 4);
  const float scale = all.m == INFINITY ? NAN : 1.0f / all.s;
  for (int i = threadIdx.x; i < n / 4; i += blockDim.x) {  // the row is still in L1 or L2
    const float4 v = row[i];
    to[i] = {expf(v.x - all.m) * scale, expf(v.y - all.m) * scale, expf(v.z - all.m) * scale, expf(v.w - all.m) * scale};
  }
  if (threadIdx.x == 0) lse[blockIdx.x] = Online::shift(all.m) + logf(all.s);
}

extern "C" int softmax_lse(const float* x, float* out, float* lse, int64_t rows, int64_t n, cudaStream_t stream) {
  if (n % 4) return 1;
  softmax_lse_kernel<<<rows, 512, 0, stream>>>(x, out, lse, (int)n);
  return (int)cudaGetLastError();
}
