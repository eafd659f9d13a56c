// Counts and looks at the count, each by an atomic operation.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int count = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    int seen;
#pragma omp atomic update seq_cst
    count++;
#pragma omp atomic read seq_cst
    seen = count;
    result[i] = seen >= 1 && seen <= n ? a * x[i] + y[i] : -1e30f;
  }
  if (count != n) {
    result[0] = -1e30f;
  }
}
