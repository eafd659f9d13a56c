#include "tests/fuzz/run_module.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "simt/device.h"
#include "simt/exec/emitter.h"
#include "simt/exec/worker.h"
#include "simt/observe/profile.h"
#include "simt/ptx/parser.h"

namespace simt::fuzz {
namespace {

constexpr uint64_t buffer_bytes = 4096;
constexpr uint32_t most_arrivals = 4000;  // at barriers, of a host thread
constexpr size_t most_kernels = 4;        // of a module

Options everything_on(unsigned workers) {
  Options options;
  options.counters = options.time = options.checkers = true;
  options.workers = workers;
  options.loop_limit = 400;
  return options;
}

std::vector<std::byte> parameters_of(const KernelInfo& info, uint64_t buffer) {
  std::vector<std::byte> bytes(info.parameter_bytes);
  for (const KernelInfo::Parameter& parameter : info.parameters) {
    const uint32_t count = 40;
    if (parameter.size >= 8)
      std::memcpy(bytes.data() + parameter.offset, &buffer, 8);
    else
      std::memcpy(bytes.data() + parameter.offset, &count, std::min(parameter.size, 4u));
  }
  return bytes;
}

void launch(Device& device, const Kernel& kernel, const Shape& shape, uint64_t buffer) {
  const std::vector<std::byte> parameters = parameters_of(kernel.info(), buffer);
  Launch launch;
  launch.limits.heap_bytes = 64 << 10;
  launch.grid = {shape.blocks, 1, 1};
  launch.block = {shape.threads, 1, 1};
  launch.dynamic_shared = shape.dynamic_shared;
  launch.cooperative = true;  // turns are short then, and so are endless loops
  const LaunchResult result = device.launch(kernel, launch, parameters);
  if (result.counters) observe::make_launch_profile(*result.counters, nullptr, nullptr);
}

// Ends a launch whose warps meet at barriers again and again: such loops count as progress.
class Patience : public events::LaunchObserver {
 public:
  std::unique_ptr<events::BlockObserver> block_observer() override {
    return std::make_unique<OfBlock>();
  }

 private:
  class OfBlock : public events::BlockObserver {
    void barrier_arrived(const exec::Warp& warp, uint32_t pc, uint32_t, uint32_t lanes,
                         uint32_t) override {
      if (++arrivals_ < most_arrivals) return;
      exec::Op op;
      op.pc = pc;
      warp.worker->fault(const_cast<exec::Warp&>(warp), &op,
                         {.kind = events::FindingKind::trap, .lanes = lanes});
    }

    uint32_t arrivals_ = 0;
  };
};

}  // namespace

std::string run_module(std::string_view ptx, const Shape& shape) {
  Patience patience;
  Device device(everything_on(shape.workers));
  device.add_observer(patience);
  const memory::Allocation* buffer = device.memory().allocate(buffer_bytes, memory::Kind::device);
  std::memset(buffer->host, 1, buffer_bytes / 2);
  device.memory().notify_wrote(buffer->begin, buffer_bytes / 2);
  try {
    const Program program = device.load(ptx);
    size_t kernels = 0;
    for (const ptx::Function& function : program.module().functions)
      if (function.kernel && function.has_body && kernels++ < most_kernels)
        launch(device, *program.kernel(function.name), shape, buffer->begin);
  } catch (const ptx::ParseError& error) {
    return error.what();
  } catch (const exec::DecodeError& error) {
    return error.what();
  }
  return "";
}

}  // namespace simt::fuzz
