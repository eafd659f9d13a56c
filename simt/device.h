// simt as a library: a GPU whose kernels run on this CPU, with findings, counters and time as
// values.
//
//   simt::Device device;
//   simt::Program program = device.load(ptx_text);
//   auto* x = device.memory().allocate(4096, simt::memory::Kind::device);
//   simt::Launch launch{.grid = {4, 1, 1}, .block = {256, 1, 1}};
//   simt::LaunchResult result = device.launch(program.kernel("scale"), launch, params);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/model/target.h"
#include "simt/model/timing.h"
#include "simt/observe/counters.h"
#include "simt/observe/finding.h"
#include "simt/ptx/program.h"

namespace simt {

struct Options {
  std::string target = "H200";
  bool counters = false;  // fill in LaunchResult::counters
  bool time = false;      // fill in LaunchResult::time (needs counters, and samples caches)
  bool checkers = false;  // run the checkers; findings do not end a kernel then
  unsigned workers = 0;   // host threads; 0 = one a core
  uint64_t loop_limit = uint64_t{1}
                        << 28;    // backward branches of one warp before it is called endless
  uint64_t heap_bytes = 8 << 20;  // of malloc() in kernels
};

struct Launch {
  observe::Index3 grid{1, 1, 1}, block{1, 1, 1};
  uint32_t dynamic_shared = 0;
  bool cooperative = false;  // all blocks are resident at once: grid barriers work
};

enum class Status : uint8_t {
  ok,
  invalid_configuration,  // grid or block out of the target's limits
  too_many_resources,     // shared memory or threads beyond what the kernel or target allows
  cooperative_too_large,
  illegal_address,
  misaligned_address,
  illegal_instruction,
  assertion,
  trap,
  timeout,
  stack_overflow,
};

struct LaunchResult {
  Status status = Status::ok;
  std::string message;  // a sentence, where status is not ok
  std::vector<observe::Finding> findings;
  std::optional<observe::LaunchCounters> counters;
  std::optional<model::KernelTime> time;
  std::string output;  // of printf in the kernel, in order of block, then of time
};

// What a kernel needs: cudaFuncAttributes.
struct KernelInfo {
  std::string name;        // mangled
  uint32_t registers = 0;  // estimated from the liveness of PTX registers
  uint32_t static_shared = 0, local_bytes = 0, constant_bytes = 0, max_threads = 1024;
  struct Parameter {
    uint32_t offset, size;
  };
  std::vector<Parameter> parameters;
  uint32_t parameter_bytes = 0;
};

// A kernel of a loaded module, decoded at its first launch. Cheap to copy; lives as long as the
// device.
class Kernel {
 public:
  const KernelInfo& info() const;

 private:
  friend class Device;
  friend class Program;
  struct State;
  std::shared_ptr<State> state_;
};

// A loaded module. Cheap to copy; lives as long as the device.
class Program {
 public:
  // Null where there is none.
  std::optional<Kernel> kernel(std::string_view name) const;
  // The allocation of a module variable; null where there is none.
  const memory::Allocation* variable(std::string_view name) const;
  const ptx::Module& module() const;

 private:
  friend class Device;
  friend class Kernel;
  struct State;
  std::shared_ptr<State> state_;
};

// May be used from several threads; launches run one at a time.
class Device {
 public:
  // Throws std::invalid_argument where the target is unknown; `ordinal` tells several devices
  // apart.
  explicit Device(Options options = {}, unsigned ordinal = 0);
  ~Device();
  Device(const Device&) = delete;

  const model::Target& target() const;
  const Options& options() const;
  memory::AddressSpace& memory();

  // Parses the PTX and gives its variables their memory. Throws ptx::ParseError.
  // Functions and variables of modules that were loaded before resolve what it declares as extern.
  Program load(std::string_view ptx);

  // Runs the kernel to its end. Parameters as the hardware takes them: info().parameters says
  // where. Throws exec::DecodeError at the first launch of a kernel with an instruction that simt
  // lacks.
  LaunchResult launch(const Kernel& kernel, const Launch& launch,
                      std::span<const std::byte> parameters);

  // Lets the observer watch all launches from now on. It must outlive the device.
  void add_observer(observe::LaunchObserver& observer);

  // Findings that belong to no launch: allocations that were never freed.
  std::vector<observe::Finding> leaks() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
