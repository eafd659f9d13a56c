// Each thread clears, copies and moves a part of its own, which begins at any byte, and a line on
// its stack; all read the same source.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  char flags[1000];
#pragma omp parallel for schedule(static, 1)
  for (int begin = 0; begin < n; begin += 37) {
    int count = n - begin < 37 ? n - begin : 37;
    float line[38] = {0};
    memset(flags + begin, 1, count);
    memcpy(line, y, sizeof(float) * (n < 37 ? n : 37));
    memcpy(line + 1, y + begin, count * sizeof(float));
    memmove(line, line + 1, count * sizeof(float));
    memcpy(line, line, 0);
    for (int i = 0; i < count; i++) {
      line[i] += a * x[begin + i] * flags[begin + i];
    }
    memcpy(result + begin, line, count * sizeof(float));
  }
}
