// Makes the pointer threadprivate, but copyin lets all copies point to the same cell.

static float factor;
static float* cell;
#pragma omp threadprivate(cell)

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  cell = &factor;
#pragma omp parallel for copyin(cell) schedule(static)
  for (int i = 0; i < n; i++) {
    *cell = a;                        // RACE
    result[i] = *cell * x[i] + y[i];  // RACE
  }
}
