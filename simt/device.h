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

#include "simt/events/counters.h"
#include "simt/events/finding.h"
#include "simt/events/observer.h"
#include "simt/limits.h"
#include "simt/memory/address_space.h"
#include "simt/memory/byte_ranges.h"
#include "simt/memory/layout.h"
#include "simt/model/facts.h"
#include "simt/model/target.h"
#include "simt/model/timing.h"
#include "simt/observe/unwritten.h"
#include "simt/ptx/program.h"

namespace simt {

struct Options {
  std::string target = "H200";
  bool counters = false;  // fill in LaunchResult::counters
  bool coverage = false;  // fill in those of instructions and ways, without those of memory
  bool time = false;      // fill in LaunchResult::time
  bool facts = false;     // fill in LaunchResult::facts, of which others make a time
  // Where the caches of facts and time are sampled. A kernel that knows it could look good there.
  uint64_t sample_seed = 0;
  bool checkers = false;  // run the checkers; findings do not end a kernel then
  bool strict = false;    // and report races that do no harm as a rule (docs/simt.md)
  unsigned workers = 0;   // host threads; 0 = one a core
  uint64_t loop_limit = uint64_t{1}
                        << 28;  // backward branches of one warp before it is called endless
};

struct Launch {
  events::Index3 grid{1, 1, 1}, block{1, 1, 1};
  uint32_t dynamic_shared = 0;
  bool cooperative = false;  // all blocks are resident at once: grid barriers work
  // Linear numbers of the blocks that run, where not all of them do.
  std::optional<std::vector<uint64_t>> only_blocks = std::nullopt;
  Limits limits{};
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
  std::vector<events::Finding> findings;
  std::optional<events::LaunchCounters> counters;
  std::optional<model::KernelTime> time;
  std::optional<model::LaunchFacts> facts;
  std::string output;           // of printf in the kernel, in order of block, then of time
  uint64_t dropped_prints = 0;  // calls of printf whose output did not fit: the oldest
};

// What a kernel needs: cudaFuncAttributes.
struct KernelInfo {
  std::string name;              // mangled
  uint32_t registers = 0;        // estimated from the liveness of PTX registers
  uint32_t least_registers = 0;  // model/kernel_limits.h
  bool limits_registers = false;
  uint32_t static_shared = 0, local_bytes = 0, constant_bytes = 0, max_threads = 1024;
  struct Parameter {
    uint32_t offset, size;
  };
  std::vector<Parameter> parameters;
  uint32_t parameter_bytes = 0;
  uint32_t ptx_version = 0;  // of the architecture that it was compiled for: 80 for sm_80
  bool prints = false;       // it, or a function that it calls, calls printf
  bool allocates = false;    // malloc or free
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

  // Gives the variables of all programs the values that they had when these were loaded.
  void reset_variables();

  // With checkers: more than four blocks of a launch that store the same value at one place of the
  // allocation which holds `address` are a finding, repeated-store. Nothing where there is none.
  void expect_stores_once(memory::Address address);

  // To be called after a copy from memory of `source`, which may be this device, to memory of this one, in place of
  // AddressSpace::notify_wrote(): with checkers, what had no value has none in the copy.
  void note_copy(Device& source, memory::Address from, memory::Address to, uint64_t bytes);

  // With checkers: what of these bytes of an allocation nothing has written (observe/unwritten.h).
  std::optional<observe::Unwritten> unwritten(const memory::ByteRanges& bytes);

  // Lets the observer watch all launches from now on. It must outlive the device.
  void add_observer(events::LaunchObserver& observer);

  // Findings that belong to no launch: allocations that were never freed.
  std::vector<events::Finding> leaks() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt
