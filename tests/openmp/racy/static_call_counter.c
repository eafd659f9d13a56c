// Counts its calls in a static variable, in a function that all threads call.

static unsigned calls;

static float multiply_add(float a, float x, float y) {
  calls++;  // RACE
  return a * x + y;
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = multiply_add(a, x[i], y[i]);
  }
}
