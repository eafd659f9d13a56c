// The CUDA runtime of a worker that has no GPU: its functions (recorder.cpp) write down what they
// are asked for. Linked with a student's object and a family's driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warplab::gpu {

// What the launch function is told about the GPU that will carry out its plan.
struct DeviceFigures {
  int multiprocessors = 132;
  int shared_per_block = 48 << 10;         // bytes
  int shared_per_block_optin = 227 << 10;  // bytes
  int shared_per_multiprocessor = 228 << 10;
  int threads_per_block = 1024;
  int threads_per_multiprocessor = 2048;
  int constant_bytes = 64 << 10;
  int l2_bytes = 60 << 20;
  int copy_engines = 3;
  int major = 9, minor = 0;
  std::uint64_t memory_bytes = std::uint64_t{140} << 30;  // that may be allocated at a time
  std::uint64_t context_bytes = std::uint64_t{512}
                                << 20;  // that nobody can allocate, of the driver

  std::uint64_t total_bytes() const { return memory_bytes + context_bytes; }
};

// Begins a plan over the case's buffers, whose sizes in bytes these are. `plan` is where the judge
// reads it: where the program ends before it does, it is the failed call alone.
void begin_plan(std::span<const std::size_t> buffers, const DeviceFigures& figures,
                std::span<std::byte> plan);
// The symbolic address of one of them, as the launch function is given it.
void* buffer_address(std::size_t buffer);
// Makes memory of the host the plan's next host buffer: pinned if cudaMallocHost() or
// cudaHostAlloc() made it. The host code can neither read nor write it until the plan ends.
void take_host_buffer(void* memory, std::size_t bytes);
// Puts what the host code found out into a buffer of the case, as a copy would.
void store(std::size_t buffer, std::span<const std::byte> bytes);
// Ends the plan and writes it there.
void end_plan();

}  // namespace warplab::gpu
