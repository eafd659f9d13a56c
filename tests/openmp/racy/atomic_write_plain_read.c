// Stores the newest index with atomic write, but reads it plainly.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int newest = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
#pragma omp atomic write
    newest = i;         // RACE
    if (newest >= n) {  // RACE
      continue;
    }
    result[i] = a * x[i] + y[i];
  }
}
