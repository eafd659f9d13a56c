// The CUDA runtime of a worker without a GPU: its functions (recorder.cpp) write down their calls.
// Linked with a student's object and a family's driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace warplab::gpu {

// What the launch function is told about the GPU that will execute its plan.
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
  std::uint64_t memory_bytes = std::uint64_t{140} << 30;   // the most that may be allocated at once
  std::uint64_t context_bytes = std::uint64_t{512} << 20;  // what the driver takes

  std::uint64_t total_bytes() const { return memory_bytes + context_bytes; }
};

// Begins a plan for the case's buffers, given by their sizes in bytes. `shape` is what else sizes of
// memory depend on: calls of one shape need the same. `plan` is the memory in which the judge reads
// the plan. If the program ends before the plan does, that has only the failed
// call.
void begin_plan(std::span<const std::size_t> buffers, std::span<const std::byte> shape,
                const DeviceFigures& figures, std::span<std::byte> plan);
// The symbolic address of one of these buffers, which is passed to the launch function.
void* buffer_address(std::size_t buffer);
// Makes host memory the plan's next host buffer, a pinned one if it is from cudaMallocHost() or
// cudaHostAlloc(). The host code can neither read nor write it until the plan ends.
void take_host_buffer(void* memory, std::size_t bytes);
// Puts a result of the host code into a buffer of the case, as a copy would.
void store(std::size_t buffer, std::span<const std::byte> bytes);
// Ends the plan and writes it to the memory that begin_plan() got.
void end_plan();

}  // namespace warplab::gpu
