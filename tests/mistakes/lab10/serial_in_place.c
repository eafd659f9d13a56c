// EXPECT: WRONG in-place
// STEP: 1
// SAYS: new already
// One plate: a cell's neighbours above and to the left have been averaged before it.

#include <string.h>

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  (void)scratch;
  const long w = width;
  memcpy(end, start, sizeof(float) * w * height);
  for (int i = 0; i < iterations; ++i)
    for (long y = 1; y < height - 1; ++y)
      for (long x = 1; x < w - 1; ++x) {
        const float* cell = end + y * w + x;
        end[y * w + x] = 0.25f * (cell[-w] + cell[w] + cell[-1] + cell[1]);
      }
}
