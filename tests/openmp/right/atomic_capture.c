// Deals out blocks by an atomic counter: capture gives each block to one thread.

#define BLOCK 8

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int next = 0;
#pragma omp parallel
  {
    int begin;
    do {
#pragma omp atomic capture
      {
        begin = next;
        next += BLOCK;
      }
      for (int i = begin; i < begin + BLOCK && i < n; i++) {
        result[i] = a * x[i] + y[i];
      }
    } while (begin < n);
  }
}
