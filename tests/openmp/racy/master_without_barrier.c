// Lets the master store the rows for all, though master, unlike single, has no barrier at its end.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  const float* rows[2] = {x, y};
#pragma omp parallel
  {
#pragma omp master
    {
      rows[0] = x;  // RACE
      rows[1] = y;  // RACE
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      float product = a * rows[0][i];    // RACE
      result[i] = product + rows[1][i];  // RACE
    }
  }
}
