// What the GPU drivers of families share. They run inside the recorder worker, beside a student's
// code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"

namespace warplab {

// The symbolic address of a buffer, by its number in the case's table.
template <typename Value>
Value* buffer(std::size_t number) {
  return static_cast<Value*>(gpu::buffer_address(number));
}

// Calls launch(parameters) and writes down what it asks of the GPU. `block` has the parameters,
// then how many buffers there are and the size of each, as judge/gpu/gpu_workers.cpp puts them
// there. Of the parameters the first bytes, if not all, are the call's shape (gpu::begin_plan()).
template <typename Parameters, typename Launch>
void record_call(const void* block, void* const* outputs, const Launch& launch,
                 std::size_t shape_bytes = sizeof(Parameters)) {
  Parameters given;
  std::memcpy(&given, block, sizeof given);
  const auto* const sizes = static_cast<const std::byte*>(block) + sizeof given;
  std::uint64_t count = 0;
  std::memcpy(&count, sizes, sizeof count);
  std::vector<std::size_t> bytes(count);
  std::memcpy(bytes.data(), sizes + sizeof count, count * sizeof(std::size_t));
  gpu::begin_plan(bytes, std::as_bytes(std::span(&given, 1)).first(shape_bytes), {},
                  {static_cast<std::byte*>(outputs[0]), gpu::plan_capacity});
  launch(given);
  gpu::end_plan();
}

}  // namespace warplab
