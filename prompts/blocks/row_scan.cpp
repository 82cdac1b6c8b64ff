#include <cstdint>

// block
typedef float vec8 __attribute__((vector_size(32), aligned(4)));
typedef double dvec8 __attribute__((vector_size(64)));
typedef long long lvec8 __attribute__((vector_size(64)));

// Lane j plus lane j - S, with zeros before the first lane.
template <int S>
inline dvec8 shifted_sum(dvec8 v) {
  const lvec8 j = {0, 1, 2, 3, 4, 5, 6, 7};
  return v + __builtin_shuffle(v, dvec8{}, j < S ? 8 : j - S);
}

// Running sums of a row: eight lanes in three steps, then the sum so far. Sums are double, as in torch. The chain between vectors is one
// addition long.
inline void scan_row(const float* x, float* out, int64_t n) {
  double carry = 0.0;
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const dvec8 v = shifted_sum<4>(shifted_sum<2>(shifted_sum<1>(__builtin_convertvector(*(const vec8*)(x + i), dvec8))));
    *(vec8*)(out + i) = __builtin_convertvector(v + carry, vec8);
    carry += v[7];
  }
  for (; i < n; ++i) out[i] = (float)(carry += x[i]);
}
// end of block

extern "C" int row_scan(const float* x, float* out, int64_t rows, int64_t n) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) scan_row(x + r * n, out + r * n, n);
  return 0;
}
