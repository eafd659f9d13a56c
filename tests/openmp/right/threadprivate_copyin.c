// Keeps one static factor and one static scratch cell a thread; copyin hands out the factor.

static float factor;
static float product;
#pragma omp threadprivate(factor, product)

static void scale(float value) { product = factor * value; }

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  factor = a;
#pragma omp parallel copyin(factor)
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      scale(x[i]);
      result[i] = product + y[i];
    }
    factor = 0.0f;
  }
}
