// Calls the one of the student's functions that a case is about, with its buffers.
#include "autograder/problems/gpu_call.h"
#include "autograder/problems/ieee754/parameters.h"
#include "common/ieee754_gpu.h"

// A step defines some of them.
extern "C" {
[[gnu::weak]] void multiply_add(size_t, const float*, const float*, const float*, float*, float*);
[[gnu::weak]] void find_difference(float*);
[[gnu::weak]] void interval_operation(IntervalOperation, size_t, const Interval*, const Interval*,
                                      Interval*, float*);
[[gnu::weak]] void divide_and_root(size_t, const float*, const float*, float*, float*, float*,
                                   float*);
[[gnu::weak]] void approximate(size_t, const float*, const float*, float*);
[[gnu::weak]] void difference(size_t, const float*, const float*, float*, float*);
[[gnu::weak]] void sum_rows(size_t, size_t, const float*, float*, float*, float*);
[[gnu::weak]] void divide_integers(size_t, int, const int*, const unsigned*, int*, int*, unsigned*,
                                   unsigned*);
[[gnu::weak]] void digit_sums(size_t, int, const int*, int*);
}

namespace {

using namespace warplab;

void call(const Ieee754Parameters& given) {
  const std::size_t n = given.count;
  const auto in = [](std::size_t b) { return buffer<const float>(b); };
  const auto out = [](std::size_t b) { return buffer<float>(b); };
  switch (given.function) {
    case Ieee754Function::multiply_add:
      return multiply_add(n, in(0), in(1), in(2), out(3), out(4));
    case Ieee754Function::find_difference:
      return find_difference(out(0));
    case Ieee754Function::interval_operation:
      return interval_operation(static_cast<IntervalOperation>(given.choice), n,
                                buffer<const Interval>(0), buffer<const Interval>(1),
                                buffer<Interval>(2), out(3));
    case Ieee754Function::divide_and_root:
      return divide_and_root(n, in(0), in(1), out(2), out(3), out(4), out(5));
    case Ieee754Function::approximate:
      return approximate(n, in(0), in(1), out(2));
    case Ieee754Function::difference:
      return difference(n, in(0), in(1), out(2), out(3));
    case Ieee754Function::sum_rows:
      return sum_rows(n, given.columns, in(0), out(1), out(2), out(3));
    case Ieee754Function::divide_integers:
      return divide_integers(n, given.choice, buffer<const int>(0), buffer<const unsigned>(1),
                             buffer<int>(2), buffer<int>(3), buffer<unsigned>(4),
                             buffer<unsigned>(5));
    case Ieee754Function::digit_sums:
      return digit_sums(n, given.choice, buffer<const int>(0), buffer<int>(1));
    case Ieee754Function::all_integers:
      divide_integers(n, given.choice, buffer<const int>(0), buffer<const unsigned>(1),
                      buffer<int>(2), buffer<int>(3), buffer<unsigned>(4), buffer<unsigned>(5));
      return digit_sums(n, given.choice, buffer<const int>(0), buffer<int>(2) + n);
  }
}

}  // namespace

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  record_call<Ieee754Parameters>(parameters, outputs, call);
}
