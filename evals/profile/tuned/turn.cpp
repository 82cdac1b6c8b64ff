// about: a transposition in tiles
// task: small_turn
#include <cstdint>

constexpr int64_t ROWS = 8;      // tune: ROWS = 8 | 16 | 32 | 64
constexpr int64_t COLUMNS = 64;  // tune: COLUMNS = 8 | 16 | 64

extern "C" int run(const float* __restrict x, float* __restrict out, int64_t rows, int64_t columns) {
#pragma omp parallel for collapse(2)
  for (int64_t row = 0; row < rows; row += ROWS)
    for (int64_t column = 0; column < columns; column += COLUMNS)
      for (int64_t c = column; c < column + COLUMNS; ++c)
        for (int64_t r = row; r < row + ROWS; ++r) out[c * rows + r] = x[r * columns + c];
  return 0;
}
