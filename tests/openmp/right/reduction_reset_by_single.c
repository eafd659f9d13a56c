// Sums of three types, one after the other: a thread sets each to 0, and others wait at its end.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float low;
  double sum;
  long double exact;
#pragma omp parallel
  {
#pragma omp single
    {
      low = 1e30f;
      sum = 0;
      exact = 0;
    }
#pragma omp for reduction(min : low)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      low = result[i] < low ? result[i] : low;
    }
#pragma omp for reduction(- : sum) reduction(+ : exact)
    for (int i = 0; i < n; i++) {
      sum -= result[i] - low;
      exact += result[i] - low;
    }
#pragma omp single
    sum = sum + (double)exact;
  }
  if (sum > 1 || sum < -1) {
    result[0] = -1e30f;
  }
}
