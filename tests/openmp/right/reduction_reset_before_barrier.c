// Adds up the results: the master sets the sum to 0, and the others wait for that.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  double sum;
#pragma omp parallel
  {
#pragma omp master
    sum = 0;
#pragma omp barrier
#pragma omp for schedule(static) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      sum += result[i];
    }
#pragma omp master
    sum /= n;
  }
  if (sum != sum) {  // never
    result[0] = 0.0f;
  }
}
