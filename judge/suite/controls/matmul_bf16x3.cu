#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <mma.h>
#include <cstdint>

using namespace nvcuda;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__global__ void split_kernel(const float* whole, __nv_bfloat16* parts, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  float rest = whole[at];
  for (int part = 0; part < 3; ++part) {
    const __nv_bfloat16 piece = __float2bfloat16(rest);
    parts[part * count + at] = piece;
    rest -= __bfloat162float(piece);
  }
}

__global__ void bf16x3_kernel(const __nv_bfloat16* a, const __nv_bfloat16* b, float* out, int64_t m, int64_t n, int64_t k) {
  const int64_t row = (int64_t)blockIdx.y * 16, col = (int64_t)blockIdx.x * 16;
  Sum total;
  wmma::fill_fragment(total, 0.0f);
  for (int64_t at = 0; at < k; at += 16) {
    Left left[3];
    Right right[3];
    for (int part = 0; part < 3; ++part) {
      wmma::load_matrix_sync(left[part], a + part * m * k + row * k + at, k);
      wmma::load_matrix_sync(right[part], b + part * k * n + at * n + col, n);
    }
    Sum products;
    wmma::fill_fragment(products, 0.0f);
    wmma::mma_sync(products, left[0], right[2], products);
    wmma::mma_sync(products, left[2], right[0], products);
    wmma::mma_sync(products, left[1], right[1], products);
    wmma::mma_sync(products, left[0], right[1], products);
    wmma::mma_sync(products, left[1], right[0], products);
    wmma::mma_sync(products, left[0], right[0], products);
    for (int i = 0; i < total.num_elements; ++i) total.x[i] += products.x[i];
  }
  wmma::store_matrix_sync(out + row * n + col, total, n, wmma::mem_row_major);
}

extern "C" int split(const float* whole, void* parts, int64_t count, cudaStream_t stream) {
  split_kernel<<<(count + 255) / 256, 256, 0, stream>>>(whole, (__nv_bfloat16*)parts, count);
  return (int)cudaGetLastError();
}

extern "C" int matmul_bf16x3(const void* a, const void* b, float* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  if (m % 16 || n % 16 || k % 16) return 1;
  bf16x3_kernel<<<dim3(n / 16, m / 16), 32, 0, stream>>>((const __nv_bfloat16*)a, (const __nv_bfloat16*)b, out, m, n, k);
  return (int)cudaGetLastError();
}
