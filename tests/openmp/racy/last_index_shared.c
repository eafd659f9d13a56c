// Notes the last index in a variable that all threads write, without a lastprivate clause.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int last = -1;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    last = i;  // RACE
  }
  if (last < 0) {  // never: every n has a loop of at least one turn
    result[0] = a * x[0] + y[0];
  }
}
