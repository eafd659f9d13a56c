// Runs a solution of the floating-point lab on fixed inputs, for ncu and for `simt profile`;
// record_labs.py and tests/behaviour/lab_counters_test.cpp compile it with each.
//
// COUNTED 100003
// TIMED 1048576 4194304
//
//   lab COUNT [times]
//
// Without `times` prints, for each function that is linked, a checksum of its results, which are the
// same bits on every device, or the largest error of approximations; with it, the median time of the
// last function's calls in microseconds.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "common/ieee754_gpu.h"

// A solution defines some of them.
#define OPTIONAL extern "C" __attribute__((weak))
OPTIONAL void multiply_add(size_t, const float*, const float*, const float*, float*, float*);
OPTIONAL void find_difference(float*);
OPTIONAL void interval_operation(IntervalOperation, size_t, const Interval*, const Interval*,
                                 Interval*, float*);
OPTIONAL void divide_and_root(size_t, const float*, const float*, float*, float*, float*, float*);
OPTIONAL void approximate(size_t, const float*, const float*, float*);
OPTIONAL void difference(size_t, const float*, const float*, float*, float*);
OPTIONAL void sum_rows(size_t, size_t, const float*, float*, float*, float*);
OPTIONAL void divide_integers(size_t, int, const int*, const unsigned*, int*, int*, unsigned*,
                              unsigned*);
OPTIONAL void digit_sums(size_t, int, const int*, int*);

namespace {

constexpr int samples = 31, calls_a_sample = 10, columns = 257, log2_divisor = 3, log2_base = 2;

uint64_t state = 1;
uint32_t random_bits() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<uint32_t>(state >> 32);
}
float as_float(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
uint32_t as_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return std::isnan(value) ? 0x7fffffffu : bits;  // any NaN is as good as another
}
// In turn any bits, about 1, about the smallest normal number.
float some_float(size_t i) {
  const uint32_t bits = random_bits();
  if (i % 3 == 0) return as_float(bits);
  return as_float(i % 3 == 1 ? (bits & 0x83ffffffu) + 0x3e000000u : bits & 0x80ffffffu);
}
// In [low, high].
float between(double low, double high) {
  return static_cast<float>(low + (high - low) * (random_bits() / 4294967295.0));
}

// Memory of the device, with a copy on the host.
template <typename T>
struct Buffer {
  std::vector<T> host;
  T* device = nullptr;

  explicit Buffer(size_t count) : host(count) {
    CUDA_CHECK(cudaMalloc(&device, count * sizeof(T)));
  }
  ~Buffer() { CUDA_CHECK(cudaFree(device)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void up() {
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  void down() {
    CUDA_CHECK(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
  }
};

// FNV-1a of numbers.
struct Checksum {
  uint64_t value = 14695981039346656037u;
  void add(uint32_t bits) { value = (value ^ bits) * 1099511628211u; }
  void add(float number) { add(as_bits(number)); }
  void add(int number) { add(static_cast<uint32_t>(number)); }
  void add(const Interval& interval) {
    // The sign of a zero does not matter.
    for (const float end : {interval.lower, interval.upper}) add(end == 0 ? 0.0f : end);
  }
  template <typename T>
  void add(const Buffer<T>& buffer) {
    for (const T& number : buffer.host) add(number);
  }
  void print(const char* function) const {
    std::printf("%s %016llx\n", function, static_cast<unsigned long long>(value));
  }
};

void require(bool is_right, const char* what) {
  if (is_right) return;
  std::fprintf(stderr, "%s is wrong\n", what);
  std::exit(1);
}

bool wants_times = false;

// The median time of a call in microseconds.
void print_time(const std::function<void()>& call) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int sample = 0; sample < samples; ++sample) {
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < calls_a_sample; ++i) call();
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms * 1000 / calls_a_sample);
  }
  std::sort(times.begin(), times.end());
  std::printf("%.3f\n", times[samples / 2]);
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
}

void report(const char* function, const Checksum& checksum, const std::function<void()>& call) {
  if (wants_times)
    print_time(call);
  else
    checksum.print(function);
}

void of_multiply_add(size_t n) {
  Buffer<float> a(n), b(n), c(n), fused(n), separate(n);
  for (size_t i = 0; i < n; ++i) {
    a.host[i] = some_float(i);
    b.host[i] = some_float(i / 3);
    c.host[i] = i % 2 == 0 ? -a.host[i] * b.host[i] : some_float(i / 9);
  }
  a.up(), b.up(), c.up();
  const auto call = [&] {
    multiply_add(n, a.device, b.device, c.device, fused.device, separate.device);
  };
  call();
  fused.down(), separate.down();
  Checksum checksum;
  checksum.add(fused), checksum.add(separate);
  for (size_t i = 0; i < n; ++i) {
    const volatile float product = a.host[i] * b.host[i];
    require(as_bits(fused.host[i]) == as_bits(std::fma(a.host[i], b.host[i], c.host[i])), "fused");
    require(as_bits(separate.host[i]) == as_bits(product + c.host[i]), "separate");
  }
  report("multiply_add", checksum, call);
  Buffer<float> abc(3);
  if (find_difference == nullptr) return;
  find_difference(abc.device);
  abc.down();
  const volatile float product = abc.host[0] * abc.host[1];
  require(std::fma(abc.host[0], abc.host[1], abc.host[2]) != product + abc.host[2],
          "find_difference");
}

void of_intervals(size_t n) {
  for (const IntervalOperation operation : {ADD, DIVIDE, ROOT, MULTIPLY}) {
    Buffer<Interval> a(n), b(n), result(n);
    Buffer<float> cut(n);
    for (size_t i = 0; i < n; ++i)
      for (Interval* interval : {&a.host[i], &b.host[i]}) {
        float ends[2];
        for (float& end : ends) {
          do end = some_float(i);
          while (!std::isfinite(end) || end == 0);
          if (operation == ROOT || (operation == DIVIDE && interval == &b.host[i]))
            end = std::abs(end);
        }
        *interval = {std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
      }
    a.up(), b.up();
    const auto call = [&] {
      interval_operation(operation, n, a.device, b.device, result.device, cut.device);
    };
    call();
    result.down(), cut.down();
    Checksum checksum;
    checksum.add(result), checksum.add(cut);
    for (size_t i = 0; i < n; ++i) {
      const double x = a.host[i].lower, y = b.host[i].lower;
      const double exact = operation == ADD        ? x + y
                           : operation == MULTIPLY ? x * y
                           : operation == DIVIDE   ? x / y
                                                   : std::sqrt(x);
      require(result.host[i].lower <= exact && exact <= result.host[i].upper, "an interval");
      require(std::abs(cut.host[i]) <= std::abs(exact), "cut");
    }
    constexpr const char* names[] = {"add", "multiply", "divide", "root"};
    if (!wants_times || operation == MULTIPLY) report(names[operation], checksum, call);
  }
}

void of_division(size_t n) {
  Buffer<float> a(n), b(n), quotient(n), root(n), reciprocal(n), reciprocal_root(n);
  for (size_t i = 0; i < n; ++i) {
    a.host[i] = some_float(i);
    b.host[i] = some_float(i / 3);
  }
  a.up(), b.up();
  const auto call = [&] {
    divide_and_root(n, a.device, b.device, quotient.device, root.device, reciprocal.device,
                    reciprocal_root.device);
  };
  call();
  Checksum checksum;
  for (Buffer<float>* results : {&quotient, &root, &reciprocal, &reciprocal_root}) {
    results->down();
    checksum.add(*results);
  }
  for (size_t i = 0; i < n; ++i) {
    require(as_bits(quotient.host[i]) == as_bits(a.host[i] / b.host[i]), "quotient");
    require(as_bits(root.host[i]) == as_bits(std::sqrt(a.host[i])), "root");
    require(as_bits(reciprocal.host[i]) == as_bits(1 / a.host[i]), "reciprocal");
    // In double, two roundings never make another float (all significands have been tried).
    const auto expected = static_cast<float>(1 / std::sqrt(static_cast<double>(a.host[i])));
    require(as_bits(reciprocal_root.host[i]) == as_bits(expected), "reciprocal_root");
  }
  report("divide_and_root", checksum, call);
}

void of_fast_functions(size_t n) {
  Buffer<float> x(n), y(n), results(FAST_FUNCTIONS * n);
  for (size_t i = 0; i < n; ++i) {
    x.host[i] = i % 2 == 0 ? between(-3.1415925, 3.1415925) : between(-80, 80);
    y.host[i] = i % 2 == 0 ? between(0.5, 2) : std::exp2(between(-100, 100));
  }
  x.up(), y.up();
  const auto call = [&] { approximate(n, x.device, y.device, results.device); };
  call();
  results.down();
  if (wants_times) return print_time(call);
  constexpr const char* names[] = {"__fdividef", "__expf", "__logf", "__sinf", "__cosf", "rsqrtf"};
  for (int function = 0; function < FAST_FUNCTIONS; ++function) {
    double largest_ulp = 0, largest = 0;
    size_t exactly = 0;
    for (size_t i = 0; i < n; ++i) {
      const double u = x.host[i], v = y.host[i];
      const bool is_near = i % 2 == 0;
      const double exact = function == QUOTIENT      ? u / v
                           : function == EXPONENTIAL ? std::exp(u)
                           : function == LOGARITHM   ? std::log(v)
                           : function == SINE        ? std::sin(u)
                           : function == COSINE      ? std::cos(u)
                                                     : 1 / std::sqrt(v);
      const float got = results.host[function * n + i], nearest = static_cast<float>(exact);
      require(std::isfinite(got), names[function]);
      exactly += got == nearest;
      const bool is_absolute =
          function == SINE || function == COSINE || (function == LOGARITHM && is_near);
      if (!is_absolute)
        largest_ulp =
            std::max(largest_ulp, std::abs(static_cast<double>(as_bits(got)) - as_bits(nearest)));
      else if (is_near)
        largest = std::max(largest, std::abs(got - exact));
    }
    std::printf("%s %.0f ULP, 2^%.2f, %.1f %% correctly rounded\n", names[function], largest_ulp,
                std::log2(largest), 100.0 * exactly / n);
  }
}

void of_difference(size_t n) {
  Buffer<float> a(n), b(n), kept(n), flushed(n);
  for (size_t i = 0; i < n; ++i) {
    a.host[i] = some_float(i);
    b.host[i] = some_float(i);
  }
  a.up(), b.up();
  const auto call = [&] { difference(n, a.device, b.device, kept.device, flushed.device); };
  call();
  kept.down(), flushed.down();
  Checksum checksum;
  checksum.add(kept), checksum.add(flushed);
  for (size_t i = 0; i < n; ++i) {
    require(as_bits(kept.host[i]) == as_bits(a.host[i] - b.host[i]), "kept");
    require(std::fpclassify(flushed.host[i]) != FP_SUBNORMAL, "flushed");
  }
  report("difference", checksum, call);
}

void of_sums(size_t n) {
  const size_t rows = n / columns;
  Buffer<float> values(rows * columns), in_order(rows), tree(rows), compensated(rows);
  for (float& value : values.host) value = between(-1, 1000);
  values.up();
  const auto call = [&] {
    sum_rows(rows, columns, values.device, in_order.device, tree.device, compensated.device);
  };
  call();
  Checksum checksum;
  for (Buffer<float>* results : {&in_order, &tree, &compensated}) {
    results->down();
    checksum.add(*results);
  }
  for (size_t row = 0; row < rows; ++row) {
    float sum = values.host[row * columns];
    double exact = sum;
    for (size_t c = 1; c < columns; ++c) {
      sum += values.host[row * columns + c];
      exact += values.host[row * columns + c];
    }
    require(in_order.host[row] == sum, "left_to_right");
    require(std::abs(tree.host[row] - exact) < 1e-6 * exact, "tree");
    require(compensated.host[row] == static_cast<float>(exact), "compensated");
  }
  report("sum_rows", checksum, call);
}

void of_integers(size_t n) {
  Buffer<int> a(n), quotient(n), remainder(n), sums(n);
  Buffer<unsigned> b(n), unsigned_quotient(n), unsigned_remainder(n);
  for (size_t i = 0; i < n; ++i) {
    a.host[i] = static_cast<int>(random_bits()) >> i % 32;
    b.host[i] = random_bits() >> i % 32;
  }
  a.up(), b.up();
  Checksum of_quotients, of_digits;
  if (divide_integers != nullptr) {
    divide_integers(n, log2_divisor, a.device, b.device, quotient.device, remainder.device,
                    unsigned_quotient.device, unsigned_remainder.device);
    quotient.down(), remainder.down(), unsigned_quotient.down(), unsigned_remainder.down();
    of_quotients.add(quotient), of_quotients.add(remainder);
    of_quotients.add(unsigned_quotient), of_quotients.add(unsigned_remainder);
    constexpr int divisor = 1 << log2_divisor;
    for (size_t i = 0; i < n; ++i) {
      require(quotient.host[i] == a.host[i] / divisor, "quotient");
      require(remainder.host[i] == a.host[i] % divisor, "remainder");
      require(unsigned_quotient.host[i] == b.host[i] / divisor, "unsigned_quotient");
      require(unsigned_remainder.host[i] == b.host[i] % divisor, "unsigned_remainder");
    }
    if (!wants_times) of_quotients.print("divide_integers");
  }
  const auto call = [&] { digit_sums(n, log2_base, a.device, sums.device); };
  call();
  sums.down();
  of_digits.add(sums);
  for (size_t i = 0; i < n; ++i) {
    int sum = 0;
    for (int rest = a.host[i]; rest != 0; rest /= 1 << log2_base) sum += rest % (1 << log2_base);
    require(sums.host[i] == sum, "digit_sums");
  }
  report("digit_sums", of_digits, call);
}

}  // namespace

int main(int argc, char** argv) {
  const size_t count = argc < 2 ? 0 : std::strtoull(argv[1], nullptr, 10);
  if (count < columns) {
    std::fprintf(stderr, "usage: lab COUNT [times], from %d\n", columns);
    return 2;
  }
  wants_times = argc > 2;
  if (multiply_add != nullptr) of_multiply_add(count);
  if (interval_operation != nullptr) of_intervals(count);
  if (divide_and_root != nullptr) of_division(count);
  if (approximate != nullptr) of_fast_functions(count);
  if (difference != nullptr) of_difference(count);
  if (sum_rows != nullptr) of_sums(count);
  if (digit_sums != nullptr) of_integers(count);
}
