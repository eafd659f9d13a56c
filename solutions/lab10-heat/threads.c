// Lab 10, step 2: heat on all cores of the CPU.
//
// Learn that rows of one iteration are independent, and that iterations are not.
//
// common/heat.h documents every parameter; the grader includes it before this file.

#include <string.h>

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  // BEGIN SOLUTION
  // STUB: // TODO: step 1 with its rows shared out: one parallel region around all iterations, a loop over
  // STUB: // the rows inside, at whose end the threads wait for each other.
  // STUB: (void)width, (void)height, (void)iterations, (void)start, (void)scratch, (void)end;
  const long w = width;
  if (iterations == 0) {
    memcpy(end, start, sizeof(float) * w * height);
    return;
  }
#pragma omp parallel
  {
    // Each thread swaps pointers of its own.
    const float* from = start;
    float* to = iterations % 2 == 1 ? end : scratch;
    for (int i = 0; i < iterations; ++i) {
#pragma omp for schedule(dynamic, 16)
      for (long y = 0; y < height; ++y) {
        const float* row = from + y * w;
        if (y == 0 || y == height - 1) {
          memcpy(to + y * w, row, sizeof(float) * w);
          continue;
        }
        to[y * w] = row[0];
        for (long x = 1; x < w - 1; ++x)
          to[y * w + x] = 0.25f * ((row[x - w] + row[x + w]) + (row[x - 1] + row[x + 1]));
        to[y * w + w - 1] = row[w - 1];
      }  // all threads are here before the next iteration reads what they wrote
      from = to;
      to = to == end ? scratch : end;
    }
  }
  // END SOLUTION
}
