// Copies a part of the results in each turn, and one more at either end, which the neighbours copy as
// well: the same number, from the same place.
#include <string.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
  }
  float copy[1002];
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i += 100) {
    int begin = i > 0 ? i - 1 : 0;
    int count = (n - begin < 102 ? n - begin : 102);
    memcpy(copy + begin, result + begin, count * sizeof(float));  // RACE
  }
  if (copy[0] != result[0]) {  // never
    result[0] = 0.0f;
  }
}
