// Copies a whole struct, to read one member, while other threads write the other member.

struct state {
  float factor;
  int newest;
};

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  struct state shared = {a, 0};
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    struct state mine = shared;  // RACE
    result[i] = mine.factor * x[i] + y[i];
    shared.newest = i;  // RACE
  }
}
