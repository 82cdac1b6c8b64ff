#include <algorithm>
#include <cstdint>

// block
constexpr int LANES = 64, TILE = 32, BAND = 64;  // rows of a band: a thread's unit of work

// Sums of a band of rows: each row by lanes, each column over TILE rows at a time, so that rounding errors stay small.
inline void band_sums(const float* x, float* rows, float* part, float* tile, int64_t from, int64_t to, int64_t n) {
  std::fill(part, part + n, 0.0f);
  for (int64_t top = from; top < to; top += TILE) {
    std::fill(tile, tile + n, 0.0f);
    for (int64_t r = top; r < std::min(top + TILE, to); ++r) {
      const float* row = x + r * n;
      float lane[LANES] = {}, sum = 0.0f;
      int64_t i = 0;
      for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; ++l) lane[l] += row[i + l], tile[i + l] += row[i + l];
      for (; i < n; ++i) lane[0] += row[i], tile[i] += row[i];
      for (int l = 0; l < LANES; ++l) sum += lane[l];
      rows[r] = sum;
    }
    for (int64_t i = 0; i < n; ++i) part[i] += tile[i];
  }
}
// end of block

extern "C" int row_column_sums(const float* x, float* rows, float* columns, float* parts, int64_t m, int64_t n) {
  const int64_t bands = (m + BAND - 1) / BAND;
  #pragma omp parallel
  {
    float* tile = new float[n];
    #pragma omp for schedule(static)
    for (int64_t band = 0; band < bands; ++band) band_sums(x, rows, parts + band * n, tile, band * BAND, std::min<int64_t>((band + 1) * BAND, m), n);
    delete[] tile;
    #pragma omp for schedule(static)
    for (int64_t from = 0; from < n; from += 1024) {
      const int64_t to = std::min(from + 1024, n);
      std::fill(columns + from, columns + to, 0.0f);
      for (int64_t band = 0; band < bands; ++band)
        for (int64_t i = from; i < to; ++i) columns[i] += parts[band * n + i];
    }
  }
  return 0;
}
