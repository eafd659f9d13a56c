// Counts the elements in a shared variable without a reduction; only a count of zero would matter.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int done = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    done++;  // RACE
  }
  if (done == 0) {  // never: counts that get lost leave at least one
    result[0] = a * x[0] + y[0];
  }
}
