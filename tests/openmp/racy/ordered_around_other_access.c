// Has an ordered region, but the shared position is written ahead of it instead of inside.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int position = 0;
  float last = 0.0f;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    position = i;  // RACE
#pragma omp ordered
    last = result[i];
  }
  if (position >= n) {  // never
    result[0] = last;
  }
}
