// Reads what the tasks scaled after a taskwait, which waits for all of them.

#define BLOCK 32

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
#pragma omp single
  {
    float scaled[n];
    for (int begin = 0; begin < n; begin += BLOCK) {
#pragma omp task shared(scaled)
      for (int i = begin; i < begin + BLOCK && i < n; i++) {
        scaled[i] = a * x[i];
      }
    }
#pragma omp taskwait
    for (int i = 0; i < n; i++) {
      result[i] = scaled[i] + y[i];
    }
  }
}
