// Adds up the results, and the master sets the sum to 0 first: a thread that is done with its part
// early adds it before that.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  double sum;
#pragma omp parallel
  {
#pragma omp master
    sum = 0;                                         // RACE
#pragma omp for schedule(static) reduction(+ : sum)  // RACE
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      sum += result[i];
    }
  }
  if (sum != sum) {  // never
    result[0] = 0.0f;
  }
}
