#include <algorithm>
#include <cstdint>

// block
typedef float vec8 __attribute__((vector_size(32), aligned(4)));
typedef int ivec8 __attribute__((vector_size(32)));

// 8 x 8 floats in registers: three rounds of exchanges, each between rows that are S apart.
template <int S>
inline void exchange(vec8 (&v)[8]) {
  const ivec8 j = {0, 1, 2, 3, 4, 5, 6, 7};
  const ivec8 low = (j & S) ? 8 + j - S : j, high = (j & S) ? 8 + j : j + S;
  #pragma GCC unroll 8
  for (int i = 0; i < 8; ++i)
    if (!(i & S)) {
      const vec8 a = v[i], b = v[i + S];
      v[i] = __builtin_shuffle(a, b, low), v[i + S] = __builtin_shuffle(a, b, high);
    }
}

inline void transpose_8x8(const float* from, int64_t stride, float* to, int64_t to_stride) {
  vec8 v[8];
  for (int i = 0; i < 8; ++i) v[i] = *(const vec8*)(from + i * stride);
  exchange<1>(v), exchange<2>(v), exchange<4>(v);
  for (int i = 0; i < 8; ++i) *(vec8*)(to + i * to_stride) = v[i];
}
// end of block

// Tiles of 64 x 64: whole cache lines on both sides, both in L1.
static void transpose_tile(const float* x, float* out, int64_t rows, int64_t cols, int64_t top, int64_t left) {
  const int64_t bottom = std::min(top + 64, rows), right = std::min(left + 64, cols);
  for (int64_t c = left; c < right; c += 8)
    for (int64_t r = top; r < bottom; r += 8) {
      if (r + 8 <= bottom && c + 8 <= right) {
        transpose_8x8(x + r * cols + c, cols, out + c * rows + r, rows);
        continue;
      }
      for (int64_t i = r; i < std::min(r + 8, bottom); ++i)
        for (int64_t j = c; j < std::min(c + 8, right); ++j) out[j * rows + i] = x[i * cols + j];
    }
}

extern "C" int transpose_last(const float* x, float* out, int64_t batch, int64_t rows, int64_t cols) {
  #pragma omp parallel for collapse(3) schedule(static)
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t left = 0; left < cols; left += 64)
      for (int64_t top = 0; top < rows; top += 64) transpose_tile(x + b * rows * cols, out + b * rows * cols, rows, cols, top, left);
  return 0;
}
