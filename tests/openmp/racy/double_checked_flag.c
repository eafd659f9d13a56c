// Fills a table when the first thread comes by, but looks at the flag outside critical, plainly.

#define SIZE 8

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float table[SIZE];
  int ready = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    if (!ready) {  // RACE
#pragma omp critical
      if (!ready) {
        for (int k = 0; k < SIZE; k++) {
          table[k] = a;  // RACE
        }
        ready = 1;  // RACE
      }
    }
    result[i] = table[i % SIZE] * x[i] + y[i];  // RACE
  }
}
