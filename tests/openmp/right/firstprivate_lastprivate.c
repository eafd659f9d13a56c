// Gives each thread its own factor and index, and keeps the index of the sequentially last turn.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factors[2] = {a, 0.0f};
  int last = -1;
#pragma omp parallel for firstprivate(factors) lastprivate(last)
  for (int i = 0; i < n; i++) {
    factors[1] = factors[0] * x[i];
    result[i] = factors[1] + y[i];
    last = i;
  }
  if (last != n - 1 || factors[1] != 0.0f) {
    result[0] = -1e30f;
  }
}
