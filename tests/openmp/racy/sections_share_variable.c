// Uses one factor, declared outside, in both sections.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int half = n / 2;
  float factor;
#pragma omp parallel sections
  {
#pragma omp section
    {
      factor = a;  // RACE
      for (int i = 0; i < half; i++) {
        result[i] = factor * x[i] + y[i];  // RACE
      }
    }
#pragma omp section
    {
      factor = a;  // RACE
      for (int i = half; i < n; i++) {
        result[i] = factor * x[i] + y[i];  // RACE
      }
    }
  }
}
