// planted: nothing; every byte moved once, by all threads, past the caches
// task: affine
// bound: memory
// limit: at the roof
#include <immintrin.h>

#include <cstdint>

extern "C" int run(const float* __restrict x, float* __restrict out, int64_t rows, int64_t columns) {
  const __m256 one = _mm256_set1_ps(1.0f);
#pragma omp parallel for
  for (int64_t at = 0; at < rows * columns; at += 8) {
    const __m256 value = _mm256_loadu_ps(x + at);
    _mm256_stream_ps(out + at, _mm256_add_ps(_mm256_add_ps(value, value), one));
  }
  return 0;
}
