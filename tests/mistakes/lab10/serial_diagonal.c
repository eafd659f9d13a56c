// EXPECT: WRONG wrong-neighbour
// STEP: 1
// SAYS: the cell below on the right is added, the cell below not at all
// The row below is read one column too far to the right.
#include <stdlib.h>
#include <string.h>

static void relax_row(const float* up, const float* mid, const float* down, float* out, int n) {
  for (int k = 1; k + 1 < n; ++k) {
    const float vertical = up[k] + down[k + 1];
    const float horizontal = mid[k - 1] + mid[k + 1];
    out[k] = (vertical + horizontal) / 4;
  }
}

static void sweep(int n, int m, const float* in, float* out) {
  for (int r = 0; r < m; ++r) {
    const float* mid = in + (size_t)r * n;
    float* row = out + (size_t)r * n;
    memcpy(row, mid, n * sizeof *row);
    if (r > 0 && r < m - 1) relax_row(mid - n, mid, mid + n, row, n);
  }
}

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  const size_t bytes = (size_t)width * height * sizeof(float);
  float* even = end;
  memcpy(even, start, bytes);
  for (int i = 0; i < iterations; ++i) {
    sweep(width, height, even, scratch);
    memcpy(even, scratch, bytes);
  }
}
