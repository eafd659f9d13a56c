// Reaches the variable of a reduction by a pointer, which leads all threads to the shared original.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int started = 0;
  int* seen = &started;
#pragma omp parallel for schedule(static) reduction(| : started)  // RACE
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    started |= 1;
    if (*seen == 0) {  // RACE
      *seen = 1;       // RACE
    }
  }
  if (!started) {  // never
    result[0] = 0.0f;
  }
}
