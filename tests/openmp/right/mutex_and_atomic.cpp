// Locks a std::mutex for one counter, and counts in a std::atomic for another.
#include <atomic>
#include <mutex>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  std::mutex mutex;
  std::atomic<int> large{0};
  int small = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    if (result[i] > 50) {
      large++;
    } else {
      const std::lock_guard<std::mutex> lock(mutex);
      small++;
    }
  }
  if (large + small != n) result[0] = 0;
}
