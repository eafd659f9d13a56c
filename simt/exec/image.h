// A decoded kernel: its own Ops and those of the functions that it may call, ready to run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simt/exec/intrinsics.h"
#include "simt/exec/op.h"
#include "simt/ptx/program.h"

namespace simt::exec {

// Bytes of local memory that a thread may fill, as on the hardware (programming guide, technical
// specifications), and those that every call takes.
inline constexpr uint32_t most_local_bytes = 512 << 10;
inline constexpr uint32_t return_address_bytes = 16;
inline constexpr uint32_t gpu_return_address_bytes =
    8;  // on the stack of a function that calls others

template <class T>
struct ConstantSlot {
  uint32_t slot;
  T value;
};

struct DecodedFunction;
class PointerSites;

// One call instruction: where its arguments and results lie in the caller's frame.
struct CallSite {
  uint32_t function = 0;  // that calls, index in Image::functions
  uint32_t callee = 0;    // index in Module::functions; of a direct call
  IntrinsicFunction intrinsic = nullptr;
  std::vector<uint32_t> argument_offsets, argument_bytes;
  uint32_t result_offset = 0, result_bytes = 0;
};

struct DecodedFunction {
  const ptx::Function* function = nullptr;
  std::vector<Op> ops;
  std::vector<JointOp> joint_ops;  // in the order of ops
  // Sizes of a call's frame.
  uint32_t bytes32 = 0, bytes64 = 0;
  uint32_t predicates = 0;
  uint32_t local_bytes = 0;
  // Of these: what a GPU has in registers, parameters for instance. The rest is on its stack for certain.
  uint32_t off_stack_bytes = 0;
  std::vector<ConstantSlot<uint32_t>> constants32;
  std::vector<ConstantSlot<uint64_t>> constants64;
  // Where parameters and the result lie in the frame (functions; a kernel's lie in parameter
  // memory).
  std::vector<uint32_t> parameter_offsets, parameter_bytes;
  uint32_t result_offset = 0, result_bytes = 0;
  uint32_t registers = 0;  // 32-bit registers alive at once, at most

  // Null where lanes execute the Op together only where they come to one place.
  const JointOp* joint_at(const Op* op) const;
};

// A stretch of code that is entered at its top only: counted as a whole.
struct CountedBlock {
  uint32_t function = 0;  // index in Image::functions
  uint32_t first_pc = 0, end_pc = 0;
};

struct SiteOrigin {
  uint32_t function = 0, pc = 0;
  uint32_t bytes = 0;  // a lane
};

// Of shared memory the system keeps so much of each block for itself, from compute capability 8.0 on. Cooperative groups
// use it.
inline constexpr uint32_t reserved_shared_bytes = 1024;

// An instruction at which lanes choose between ways, which are counted.
struct CountedWays {
  uint32_t function = 0, pc = 0;
  uint32_t first = 0, count = 0;  // among all that are counted
};

struct Image {
  const ptx::Module* module = nullptr;
  std::vector<std::unique_ptr<DecodedFunction>> functions;  // [0] is the kernel
  std::vector<uint32_t> by_index;    // Module::functions index to functions; not_decoded
  std::vector<SiteOrigin> sites;     // by Op::site
  std::vector<CountedBlock> blocks;  // by the index that a counting Op holds
  std::vector<SiteOrigin> guards;    // guarded instructions, whose lanes are counted apart
  std::vector<SiteOrigin> branches;  // conditional branches, whose divergence is counted
  std::vector<CountedWays> ways;
  std::vector<CallSite> calls;
  uint32_t static_shared = 0;      // bytes
  uint32_t dynamic_offset = 0;     // where dynamic shared memory begins
  bool asks_for_reserved = false;  // where the system keeps shared memory for itself
  uint32_t constant_bytes = 0;
  std::vector<uint32_t> kernel_parameter_offsets;
  uint32_t kernel_parameter_bytes = 0;
  std::shared_ptr<const PointerSites> pointer_sites;
  static constexpr uint32_t of_kernel = 0, not_decoded = 0xffffffff;  // in by_index

  uint32_t registers() const;
  // Of a block that is launched with so many bytes of dynamic shared memory.
  uint32_t shared_bytes(uint32_t dynamic) const {
    return dynamic ? dynamic_offset + dynamic : static_shared;
  }
  // Where that lies, if the kernel asks for it: behind the block's own.
  uint32_t reserved_offset(uint32_t dynamic) const {
    return (shared_bytes(dynamic) + 15) / 16 * 16;
  }
  // With what is reserved, if the kernel asks for it.
  uint32_t all_shared_bytes(uint32_t dynamic) const {
    return asks_for_reserved ? reserved_offset(dynamic) + reserved_shared_bytes
                             : shared_bytes(dynamic);
  }
  // The function that an Op of this image belongs to.
  const DecodedFunction& function_of(const Op* op) const;
};

// The device address of a module variable, by its index; 0 where it has none (shared ones).
using VariableAddress = std::function<uint64_t(uint32_t)>;

// For whom a kernel is decoded.
struct Purposes {
  bool counting = false;  // with what the counters need
  bool covering = false;  // with counts of the ways that lanes take
  bool checking = false;  // with what the checkers need
};

// Decodes the kernel and everything that it can reach. Throws DecodeError where the PTX asks for what
// simt lacks.
std::unique_ptr<Image> decode(const ptx::Module& module, uint32_t kernel,
                              const VariableAddress& address_of, Purposes purposes);

}  // namespace simt::exec
