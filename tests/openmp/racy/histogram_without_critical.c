// Counts signs in a histogram that all threads add to, without critical; nothing uses the counts.

static unsigned histogram[2];

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    float value = a * x[i] + y[i];
    result[i] = value;
    histogram[0]++;  // RACE
    if (value < 0) {
      histogram[1]++;  // RACE
    }
  }
}
