// Fills a histogram by a reduction over an array section: each thread has its own 16 counts.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int histogram[16] = {0};
#pragma omp parallel for reduction(+ : histogram[:16])
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    histogram[i % 16]++;
  }
  for (int k = 0; k < 16; k++) {
    if (histogram[k] != (n + 15 - k) / 16) {
      result[0] = -1e30f;
    }
  }
}
