// Declares the scratch row outside the loop, so that all threads fill the same row.

#define BLOCK 8

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factors[BLOCK];
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < n; begin += BLOCK) {
    for (int k = 0; k < BLOCK; k++) {
      factors[k] = a;  // RACE
    }
    for (int k = 0; k < BLOCK && begin + k < n; k++) {
      result[begin + k] = factors[k] * x[begin + k] + y[begin + k];  // RACE
    }
  }
}
