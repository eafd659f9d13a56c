// Fills a table when the first thread comes by; the flag is read by acquire and set by release.

#define SIZE 8

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float table[SIZE];
  int ready = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    int seen;
#pragma omp atomic read acquire
    seen = ready;
    if (!seen) {
#pragma omp critical
      {
#pragma omp atomic read
        seen = ready;
        if (!seen) {
          for (int k = 0; k < SIZE; k++) {
            table[k] = a;
          }
#pragma omp atomic write release
          ready = 1;
        }
      }
    }
    result[i] = table[i % SIZE] * x[i] + y[i];
  }
}
