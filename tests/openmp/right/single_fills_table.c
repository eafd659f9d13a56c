// Fills a static table once, in a single region: all threads wait at the barrier at its end.

#define SIZE 16

static int table[SIZE];
static int filled;

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
#pragma omp single
    if (!filled) {
      for (int k = 0; k < SIZE; k++) {
        table[k] = k;
      }
      filled = 1;
    }
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++) {
      result[i] = table[i % SIZE] == i % SIZE ? a * x[i] + y[i] : -1e30f;
    }
  }
}
