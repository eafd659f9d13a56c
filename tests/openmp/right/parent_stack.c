// Lets all threads and tasks read a local array of their parent and a table that nobody writes.

static const float units[2] = {1.0f, -1.0f};

static float multiply_add(const float* factors, float x, float y) {
  return factors[0] * x + factors[1] * y;
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factors[2];
  for (int k = 0; k < 2; k++) {
    factors[k] = k == 0 ? a * units[0] : -units[1];
  }
#pragma omp parallel
  {
    float own[2] = {factors[0], factors[1]};
#pragma omp for nowait
    for (int i = 0; i < n; i += 2) {
      result[i] = multiply_add(factors, x[i], y[i]);
    }
#pragma omp single
    for (int i = 1; i < n; i += 2) {
#pragma omp task shared(own)
      result[i] = multiply_add(own, x[i], y[i]);
    }
  }
}
