// Gives each thread 5 MiB of automatic array, of which it uses both ends.

#define ELEMENTS (5 << 18)

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
    float scaled[ELEMENTS];
    scaled[0] = a;
#pragma omp for
    for (int i = 0; i < n; i++) {
      scaled[ELEMENTS - 1 - i] = scaled[0] * x[i];
      result[i] = scaled[ELEMENTS - 1 - i] + y[i];
    }
  }
}
