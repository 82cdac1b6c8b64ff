#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cstdint>

using bf16 = __nv_bfloat16;

// block
constexpr int BM = 128, BN = 128, BK = 64, STAGES = 3, THREADS = 256;  // two warpgroups, 64 rows each; two blocks per multiprocessor
struct Stage { bf16 a[BM * BK], b[BN * BK]; };  // rows of 128 bytes; each stage begins at a multiple of 1024 bytes

// 16 bytes of a tile, in the 128-byte swizzle of wgmma: chunk c of row r lies at chunk c ^ (r % 8). Zeros where it is not inside.
__device__ void copy_swizzled(bf16* tile, int r, int c, const bf16* from, bool inside) {
  const unsigned to = (unsigned)__cvta_generic_to_shared(tile) + r * 128 + (c ^ r % 8) * 16;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(inside ? 16 : 0));
}

// A tile of rows of 64 bf16, along k: groups of 8 rows are 1024 bytes apart, swizzle of 128 bytes. The next 16 of k: + 2.
__device__ uint64_t describe(const bf16* tile) {
  return (uint64_t)(__cvta_generic_to_shared(tile) >> 4 & 0x3fff) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}

// d (64 x 128) += a b over 16 of k, by 128 threads. d[4 j + e] is row 16 warp + lane / 4 + e / 2 * 8, column 8 j + lane % 4 * 2 + e % 2.
#define D8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
__device__ void wgmma(float (&d)[64], uint64_t a, uint64_t b) {
  asm volatile("{ .reg .pred p; setp.eq.u32 p, 1, 1; wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
      "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
      "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,"
      "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
      "}, %64, %65, p, 1, 1, 0, 0; }"
      : D8(0), D8(8), D8(16), D8(24), D8(32), D8(40), D8(48), D8(56) : "l"(a), "l"(b));
}

__device__ void multiply_stage(const Stage& s, float (&d)[64]) {  // both operands have k as their inner axis
  const uint64_t a = describe(s.a + threadIdx.x / 128 * 64 * BK), b = describe(s.b);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  #pragma unroll
  for (int k = 0; k < BK / 16; ++k) wgmma(d, a + 2 * k, b + 2 * k);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

__device__ void wait_products(float (&d)[64]) {  // before the sums are read
  asm volatile("wgmma.wait_group.sync.aligned 0;" : D8(0), D8(8), D8(16), D8(24), D8(32), D8(40), D8(48), D8(56)::"memory");
}

// Before the stage is read by wgmma: its copies have arrived, are visible to it, and the last products are done, for all threads.
__device__ void stage_ready() {
  asm volatile("cp.async.wait_group %0; fence.proxy.async.shared::cta; wgmma.wait_group.sync.aligned 0;" ::"n"(STAGES - 2) : "memory");
  __syncthreads();
}
// end of block

// One stage of a (m x k) and b (n x k), both row-major.
__device__ void load_stage(Stage& s, const bf16* a, const bf16* b, int64_t top, int64_t left, int64_t from, int64_t m, int64_t n, int64_t k) {
  for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
    const int r = i / (BK / 8), c = i % (BK / 8);
    copy_swizzled(s.a, r, c, a + (top + r) * k + from + c * 8, top + r < m && from + c * 8 < k);
    copy_swizzled(s.b, r, c, b + (left + r) * k + from + c * 8, left + r < n && from + c * 8 < k);
  }
  asm volatile("cp.async.commit_group;");
}

__device__ float gelu(float v) { return v / (1.0f + __expf(-1.5957691216f * (v + 0.044715f * v * v * v))); }

__global__ void __launch_bounds__(THREADS, 2) linear_kernel(const bf16* a, const bf16* b, const bf16* bias, bf16* out, int64_t m, int64_t n, int64_t k) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Stage* stages = (Stage*)memory;
  const int64_t top = (int64_t)blockIdx.x * BM, left = (int64_t)blockIdx.y * BN;
  const int steps = (int)((k + BK - 1) / BK);
  float d[64] = {};
  for (int s = 0; s < STAGES - 1; ++s) load_stage(stages[s], a, b, top, left, (int64_t)s * BK, m, n, k);
  for (int s = 0; s < steps; ++s) {
    stage_ready();
    load_stage(stages[(s + STAGES - 1) % STAGES], a, b, top, left, (int64_t)(s + STAGES - 1) * BK, m, n, k);
    multiply_stage(stages[s % STAGES], d);
  }
  wait_products(d);
  const int64_t row = top + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = left + threadIdx.x % 4 * 2;
  #pragma unroll
  for (int i = 0; i < 64; i += 2) {
    const int64_t r = row + i % 4 / 2 * 8, c = column + i / 4 * 8;
    if (r >= m || c >= n) continue;
    const float2 add = __bfloat1622float2(*(const __nv_bfloat162*)(bias + c));
    *(__nv_bfloat162*)(out + r * n + c) = __floats2bfloat162_rn(gelu(d[i] + add.x), gelu(d[i + 1] + add.y));
  }
}

extern "C" int linear_gelu(const bf16* x, const bf16* weight, const bf16* bias, bf16* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  if (k % 8 || n % 2) return 1;
  const int bytes = STAGES * sizeof(Stage);
  cudaFuncSetAttribute(linear_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  linear_kernel<<<dim3((m + BM - 1) / BM, (n + BN - 1) / BN), THREADS, bytes, stream>>>(x, weight, bias, out, m, n, k);
  return (int)cudaGetLastError();
}
