// Compares with the element to the left, which at the edge of a part another thread writes.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int falls = 0;
#pragma omp parallel for schedule(static) reduction(+ : falls)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];                     // RACE
    if (i > 0 && result[i - 1] > a * x[i] + y[i]) {  // RACE
      falls++;
    }
  }
  if (falls >= n) {  // never: the first element has none to its left
    result[0] = 0.0f;
  }
}
