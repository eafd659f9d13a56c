// What the sample programs share: error checks, device arrays that free themselves, comparisons.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program where a CUDA call fails.
#define CUDA_CHECK(call)                                                                     \
  do {                                                                                       \
    const cudaError_t error_ = (call);                                                       \
    if (error_ != cudaSuccess) {                                                             \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
      std::exit(1);                                                                          \
    }                                                                                        \
  } while (0)

// Ends the program where something is not as it should be.
#define EXPECT(condition)                                                  \
  do {                                                                     \
    if (!(condition)) {                                                    \
      std::printf("%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                        \
    }                                                                      \
  } while (0)

// After a launch: was it accepted, and did the kernel end well?
#define FINISH_KERNEL()                  \
  do {                                   \
    CUDA_CHECK(cudaGetLastError());      \
    CUDA_CHECK(cudaDeviceSynchronize()); \
  } while (0)

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t n) : n_(n) { CUDA_CHECK(cudaMalloc(&data_, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    CUDA_CHECK(cudaMemcpy(data_, host.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  // All bytes the same.
  DeviceArray(size_t n, int byte) : DeviceArray(n) {
    CUDA_CHECK(cudaMemset(data_, byte, n * sizeof(T)));
  }
  ~DeviceArray() { CUDA_CHECK(cudaFree(data_)); }
  DeviceArray(const DeviceArray&) = delete;

  operator T*() const { return data_; }
  size_t size() const { return n_; }
  std::vector<T> host() const {
    std::vector<T> copy(n_);
    CUDA_CHECK(cudaMemcpy(copy.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }

 private:
  T* data_ = nullptr;
  size_t n_;
};

// Prints what differs first, or "ok"; gives the exit code.
template <class T>
int compare(const std::vector<T>& got, const std::vector<T>& expected, double tolerance = 0) {
  if (got.size() != expected.size()) {
    std::printf("%zu elements, expected %zu\n", got.size(), expected.size());
    return 1;
  }
  for (size_t i = 0; i < got.size(); ++i) {
    const double a = static_cast<double>(got[i]), b = static_cast<double>(expected[i]);
    const bool equal =
        tolerance == 0 ? got[i] == expected[i] : std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
    if (!equal) {
      std::printf("element %zu is %.17g, expected %.17g\n", i, a, b);
      return 1;
    }
  }
  std::puts("ok");
  return 0;
}

inline int ok() {
  std::puts("ok");
  return 0;
}
