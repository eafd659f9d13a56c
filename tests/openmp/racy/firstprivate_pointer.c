// Makes a pointer firstprivate as if that copied the scratch array that it points to.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float scratch[2];
  float* own = scratch;
#pragma omp parallel for firstprivate(own) schedule(static)
  for (int i = 0; i < n; i++) {
    own[0] = a;                           // RACE
    own[1] = -1.0f;                       // RACE
    float product = own[0] * x[i];        // RACE
    result[i] = product - own[1] * y[i];  // RACE
  }
}
