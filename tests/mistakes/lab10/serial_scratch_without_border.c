// EXPECT: WRONG border-missing-between
// STEP: 1
// Copies the border to end alone, so every second iteration averages a border that nobody has written.
#include <string.h>

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  memcpy(end, start, sizeof(float) * (size_t)width * height);
  const float* from = start;
  for (int i = iterations - 1; i >= 0; --i) {
    float* to = i % 2 == 1 ? scratch : end;
    for (int y = 1; y < height - 1; ++y)
      for (int x = 1; x < width - 1; ++x) {
        const float* cell = from + (size_t)y * width + x;
        to[(size_t)y * width + x] =
            0.25f * ((cell[-width] + cell[width]) + (cell[-1] + cell[1]));
      }
    from = to;
  }
}
