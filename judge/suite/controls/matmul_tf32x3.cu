#include <cuda_runtime.h>
#include <mma.h>
#include <cstdint>

using namespace nvcuda;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 8, float>;

template <class Part>
__device__ void split(Part& high, Part& low) {
  for (int at = 0; at < high.num_elements; ++at) {
    const float whole = high.x[at];
    high.x[at] = wmma::__float_to_tf32(whole);
    low.x[at] = wmma::__float_to_tf32(whole - high.x[at]);
  }
}

// One warp per 16 x 16 tile. Each step's products start from zero and are added in fp32, which the tensor core's own
// accumulation is a little short of.
__global__ void tf32x3_kernel(const float* a, const float* b, float* out, int64_t n, int64_t k) {
  const int64_t row = (int64_t)blockIdx.y * 16, col = (int64_t)blockIdx.x * 16;
  Sum total;
  wmma::fill_fragment(total, 0.0f);
  for (int64_t at = 0; at < k; at += 8) {
    Left high_a, low_a;
    Right high_b, low_b;
    wmma::load_matrix_sync(high_a, a + row * k + at, k);
    wmma::load_matrix_sync(high_b, b + at * n + col, n);
    split(high_a, low_a);
    split(high_b, low_b);
    Sum part;
    wmma::fill_fragment(part, 0.0f);
    wmma::mma_sync(part, low_a, high_b, part);
    wmma::mma_sync(part, high_a, low_b, part);
    wmma::mma_sync(part, high_a, high_b, part);
    for (int i = 0; i < total.num_elements; ++i) total.x[i] += part.x[i];
  }
  wmma::store_matrix_sync(out + row * n + col, total, n, wmma::mem_row_major);
}

extern "C" int matmul_tf32x3(const float* a, const float* b, float* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  if (m % 16 || n % 16 || k % 8) return 1;
  tf32x3_kernel<<<dim3(n / 16, m / 16), 32, 0, stream>>>(a, b, out, n, k);
  return (int)cudaGetLastError();
}
