// Appends to one std::vector from every thread; nobody reads it again.
#include <cstddef>
#include <vector>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  std::vector<int> large;
  large.reserve(static_cast<std::size_t>(n));
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    large.push_back(i);  // RACE
  }
}
