// Keeps a product in a variable that a lambda captures by reference, and all threads call it.
void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float last = 0;
  const auto element = [&](int i) {
    last = a * x[i];  // RACE
    return a * x[i] + y[i];
  };
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    result[i] = element(i);
  }
}
