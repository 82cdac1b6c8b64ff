#include <cstdint>

extern "C" int row_max(const float* x, float* values, int64_t* places, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    int64_t place = 0;
    for (int64_t at = 1; at < cols; ++at) {
      if (row[at] > row[place]) place = at;
    }
    values[r] = row[place];
    places[r] = place;
  }
  return 0;
}
