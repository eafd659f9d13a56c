// Counts in a member of a shared object, through a function of a template.
template <class Number>
struct Counter {
  Number count = 0;
  void add() noexcept { ++count; }  // RACE
};

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  Counter<int> done;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    done.add();
  }
}
