// Adds atomically to a sum of doubles, and reads it without: also a read has to be atomic.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  double sum = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    if (sum != sum) {  // RACE
      result[i] = 0.0f;
    }
#pragma omp atomic
    sum += result[i];  // RACE
  }
}
