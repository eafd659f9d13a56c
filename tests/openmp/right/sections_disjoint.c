// Gives each section a third of the row, and variables of its own.

static void part(int begin, int end, float a, const float* x, const float* y, float* result) {
  for (int i = begin; i < end; i++) {
    float product = a * x[i];
    result[i] = product + y[i];
  }
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int first = n / 3;
  int second = 2 * n / 3;
#pragma omp parallel sections
  {
#pragma omp section
    part(0, first, a, x, y, result);
#pragma omp section
    part(first, second, a, x, y, result);
#pragma omp section
    part(second, n, a, x, y, result);
  }
}
