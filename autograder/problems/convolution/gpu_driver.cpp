// Calls the student's conv_filter_gpu with a case's buffers: imgSrc, imgDst.
#include "autograder/problems/convolution/parameters.h"
#include "autograder/problems/gpu_call.h"
#include "common/convolution_gpu.h"

namespace warplab {
namespace {

// The student's file is compiled with the lab's FILTER_SIZE, and this one is not: a filter of
// another size is another struct, which has the same members.
template <int size>
struct FilterOf {
  int tap[size][size];
};
template <int size>
using FunctionFor = void (*)(int, int, int, int, int, int, FilterOf<size>, const unsigned char*,
                             unsigned char*);

template <int size>
void call(const GpuConvolutionParameters& given) {
  const ConvolutionParameters& p = given.size;
  FilterOf<size> filter;
  static_assert(sizeof filter <= sizeof given.filter);
  std::memcpy(&filter, given.filter, sizeof filter);
  const auto function =
      reinterpret_cast<FunctionFor<size>>(reinterpret_cast<void (*)()>(conv_filter_gpu));
  function(p.height, p.width, p.extended_height, p.extended_width, p.offset_y, p.offset_x, filter,
           buffer<const unsigned char>(0), buffer<unsigned char>(1));
}

template <int size = 15>
void call_for(const GpuConvolutionParameters& given) {
  if (given.filter_size == size) return call<size>(given);
  if constexpr (size > 3) call_for<size - 2>(given);
}

}  // namespace
}  // namespace warplab

extern "C" void warplab_run_case(const void* parameters, void* const*, void* const* outputs) {
  using namespace warplab;
  record_call<GpuConvolutionParameters>(
      parameters, outputs, [](const GpuConvolutionParameters& given) { call_for(given); },
      offsetof(GpuConvolutionParameters, filter));
}
