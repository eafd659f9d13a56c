// What a family's driver tells the worker's recording.
#include "autograder/gpu/recorder.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "autograder/gpu/plan.h"
#include "autograder/gpu/recording.h"
#include "simt/runtime/backend.h"
#include "simt/runtime/context.h"

using simt::runtime::Backend;
using simt::runtime::Context;

namespace simt::runtime {

std::unique_ptr<Backend> make_backend(Context& context) {
  return std::make_unique<warplab::gpu::Recording>(context);
}

}  // namespace simt::runtime

namespace warplab::gpu {
namespace {

std::span<std::byte> plan_place;  // where the judge reads the plan

// What ends the program in the middle of its work, such as CUDA_CHECK, knows an error's name only.
void say_why() {
  is_recording = false;
  const Failure& failure = recording().last_failure();
  if (failure.reason.empty()) return;
  std::fprintf(stderr, "%s\n", failure.reason.c_str());
  Plan only_this;
  only_this.commands.push_back({failure, 0, false, recording().error_site()});
  write_plan(only_this, plan_place);
}

}  // namespace

constinit bool is_recording = false;

Recording& recording() { return static_cast<Recording&>(Context::get().backend()); }

void begin_plan(std::span<const std::size_t> buffers, std::span<const std::byte> shape,
                const DeviceFigures& figures, std::span<std::byte> plan) {
  [[maybe_unused]] static const int at_exit = std::atexit(say_why);
  Recording& its = recording();
  const std::lock_guard lock(Context::get().mutex);
  its.begin(buffers, shape, figures);
  plan_place = plan;
  is_recording = true;
}

void* buffer_address(std::size_t buffer) { return reinterpret_cast<void*>(address_of(buffer)); }

void end_plan() {
  is_recording = false;
  const std::lock_guard lock(Context::get().mutex);
  recording().end(plan_place);
}

void take_host_buffer(void* memory, std::size_t bytes) { recording().take_image(memory, bytes); }

void store(std::size_t buffer, std::span<const std::byte> bytes) {
  recording().store(buffer, bytes);
}

}  // namespace warplab::gpu
