// Reports success in a static variable like errno, but that one is not threadprivate.

static int status;

static float multiply_add(float a, float x, float y) {
  status = 0;  // RACE
  return a * x + y;
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float value = multiply_add(a, x[i], y[i]);
    if (status == 0) {  // RACE
      result[i] = value;
    }
  }
}
