#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// block
#ifdef __AVX512F__
constexpr int V = 16, MR = 12;  // 12 x 32 sums in 24 of 32 registers
#else
constexpr int V = 8, MR = 6;  // 6 x 16 sums in 12 of 16 registers
#endif
constexpr int NR = 2 * V, KC = 256, MC = 8 * MR;  // B panel (KC x NR) in L1, A block (MC x KC) in L2
typedef float vec __attribute__((vector_size(V * 4), aligned(4)));

// c (MR x NR) += a b, from packed panels: a is [k][MR], b is [k][NR], both padded with zeros. Each panel has its own sum, so errors stay small.
inline void micro_kernel(const float* a, const float* b, int64_t k, float* c) {
  vec sum[MR][2] = {};
  for (int64_t p = 0; p < k; ++p, a += MR, b += NR) {
    const vec b0 = *(const vec*)b, b1 = *(const vec*)(b + V);
    #pragma GCC unroll 12
    for (int i = 0; i < MR; ++i) sum[i][0] += a[i] * b0, sum[i][1] += a[i] * b1;
  }
  #pragma GCC unroll 12
  for (int i = 0; i < MR; ++i, c += NR) *(vec*)c += sum[i][0], *(vec*)(c + V) += sum[i][1];
}

// Rows of a row-major matrix, from..from+width, as one panel [k][width]; rows past `rows` are zero.
inline void pack_panel(const float* x, int64_t stride, int64_t from, int64_t rows, int64_t k, int width, float* to) {
  for (int i = 0; i < width; ++i)
    for (int64_t p = 0; p < k; ++p) to[p * width + i] = from + i < rows ? x[(from + i) * stride + p] : 0.0f;
}
// end of block

// One block of MC rows against all columns: the sums of a tile wait in `c`, the epilogue reads them while they are in cache.
static void row_block(const float* x, const float* panels, const float* bias, float* out, int64_t top, int64_t m, int64_t n, int64_t k, float* a, float* c) {
  const int64_t columns = (n + NR - 1) / NR, strips = std::min<int64_t>(MC / MR, (m - top + MR - 1) / MR);
  std::fill(c, c + columns * strips * MR * NR, 0.0f);
  for (int64_t from = 0; from < k; from += KC) {
    const int64_t depth = std::min<int64_t>(KC, k - from);
    for (int64_t s = 0; s < strips; ++s) pack_panel(x + from, k, top + s * MR, m, depth, MR, a + s * MR * KC);
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t s = 0; s < strips; ++s) micro_kernel(a + s * MR * KC, panels + (j * k + from) * NR, depth, c + (j * strips + s) * MR * NR);
  }
  for (int64_t s = 0; s < strips; ++s)
    for (int64_t i = 0; i < MR && top + s * MR + i < m; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        const float* sums = c + (j * strips + s) * MR * NR + i * NR;
        float* to = out + (top + s * MR + i) * n + j * NR;
        const int64_t width = std::min<int64_t>(NR, n - j * NR);
        for (int64_t l = 0; l < width; ++l) {
          const float v = sums[l] + bias[j * NR + l], u = 1.5957691216f * (v + 0.044715f * v * v * v);
          to[l] = v / (1.0f + std::exp(-u));
        }
      }
}

extern "C" int linear_gelu(const float* x, const float* weight, const float* bias, float* out, int64_t m, int64_t n, int64_t k) {
  const int64_t columns = (n + NR - 1) / NR;
  float* panels = new float[columns * k * NR];
  #pragma omp parallel
  {
    #pragma omp for schedule(static)
    for (int64_t j = 0; j < columns; ++j) pack_panel(weight, k, j * NR, n, k, NR, panels + j * k * NR);
    std::vector<float> a(MC * KC), c(columns * MC * NR);
    #pragma omp for schedule(dynamic)
    for (int64_t top = 0; top < m; top += MC) row_block(x, panels, bias, out, top, m, n, k, a.data(), c.data());
  }
  delete[] panels;
  return 0;
}
