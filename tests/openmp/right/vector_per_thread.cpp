// Gives each thread a std::vector of its own, by thread_local and by declaring it inside; a noexcept
// function and an exception that is caught where it is thrown.
#include <stdexcept>
#include <vector>

static thread_local std::vector<float> products(1);

static float sum(float left, float right) noexcept { return left + right; }

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
    std::vector<int> mine;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) {
      mine.push_back(i);
      products[0] = a * x[i];
      try {
        if (i % 3 == 0) throw std::runtime_error("every third");
        result[i] = sum(products[0], y[i]);
      } catch (const std::runtime_error&) {
        result[i] = sum(y[i], products[0]);
      }
    }
  }
}
