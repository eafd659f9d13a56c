// Counts and finds the last index by reductions: each thread has its own copies until the end.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int count = 0;
  int last = -1;
#pragma omp parallel for reduction(+ : count) reduction(max : last)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    count++;
    last = i > last ? i : last;
  }
  if (count != n || last != n - 1) {
    result[0] = -1e30f;
  }
}
