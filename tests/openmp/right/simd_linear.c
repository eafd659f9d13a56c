// Reads pairs at an index that linear makes private to each thread and counts by 2 a turn.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float pairs[2 * n];
  int at = 0;
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) {
    pairs[2 * i] = x[i];
    pairs[2 * i + 1] = y[i];
  }
#pragma omp parallel for simd linear(at : 2)
  for (int i = 0; i < n; i++) {
    result[i] = a * pairs[at] + pairs[at + 1];
    at += 2;
  }
}
