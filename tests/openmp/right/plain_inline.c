// Calls a function that is inline and neither static nor extern.

inline float scaled(float a, float x) { return a * x; }

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    result[i] = scaled(a, x[i]) + y[i];
  }
}
