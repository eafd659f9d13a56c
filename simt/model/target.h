// The GPUs that simt stands for: figures of real ones, read from targets/*.json at build time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace simt::model {

// Figures of one GPU. Rates are of the whole chip unless they say otherwise; the JSON names each
// source.
struct Target {
  std::string name;               // "H200": what --target takes
  std::string full_name;          // "NVIDIA H200": cudaDeviceProp::name
  uint32_t major = 0, minor = 0;  // compute capability
  uint32_t sms = 0;
  double clock_hz = 0;  // of the SMs, boost
  double memory_clock_hz = 0;
  uint32_t memory_bus_bits = 0;
  uint64_t memory_bytes = 0;
  uint32_t constant_bytes = 64 << 10;  // that a program may name: of every GPU, so in no JSON
  double memory_bytes_per_s = 0;       // achieved by a copy, read + written
  uint64_t l2_bytes = 0;
  double l2_bytes_per_s = 0;
  uint32_t l1_bytes_per_sm = 0;  // L1 and shared together
  uint32_t shared_per_sm = 0, shared_per_block = 0, shared_per_block_optin = 0,
           shared_reserved_per_block = 0;
  uint32_t registers_per_sm = 0, registers_per_block = 0;
  uint32_t max_threads_per_sm = 0, max_blocks_per_sm = 0, max_threads_per_block = 0;
  uint32_t schedulers_per_sm = 0;  // warp instructions an SM issues a cycle
  // Thread operations an SM and cycle.
  double fp32_per_sm = 0, fp64_per_sm = 0, fp16_per_sm = 0, int32_per_sm = 0, special_per_sm = 0,
         convert_per_sm = 0;
  double lsu_bytes_per_sm = 0;  // shared and L1, bytes a cycle
  double memory_latency_s = 0, l2_latency_s = 0, l1_latency_s = 0, shared_latency_s = 0,
         alu_latency_s = 0;
  uint32_t copy_engines = 0;
  double pinned_in_bytes_per_s = 0, pinned_out_bytes_per_s = 0;
  double pageable_in_bytes_per_s = 0, pageable_out_bytes_per_s = 0;
  double copy_latency_s = 0;              // before the first byte of a host copy
  double launch_overhead_s = 0;           // on the host, a launch
  double kernel_latency_s = 0;            // the least time a kernel takes on the device
  double block_start_s = 0;               // an SM starts no more than one block in that time
  double barrier_latency_s = 0;           // of a __syncthreads() that nobody is late for
  double int32_multiply_per_sm = 0;       // thread operations an SM and cycle
  double l1_tags_per_cycle = 0;           // 128-byte lines that an SM's L1 looks up
  double l2_requests_per_s = 0;           // of lines, whole or in part; a store counts twice
  double l2_atomics_per_s = 0;            // to sectors all over the chip
  double same_address_atomics_per_s = 0;  // to one sector, or to those of its 512 bytes
  // Free constants of the timing model (timing.cpp).
  double issue_efficiency = 0;   // part of the issue slots that real code can fill
  double lsu_efficiency = 0;     // part of L1's and shared memory's cycles
  double loads_in_flight = 0;    // of a warp, at most
  double l2_resident_share = 0;  // part of L2 that keeps data from one launch to the next
  double overlap_exponent = 0;   // p of the norm that joins the resources' times
};

// All of them, the default (H200) first. Never empty.
std::span<const Target> targets();
// By name, whatever the case of its letters; null where there is none.
const Target* find_target(std::string_view name);

// One description as targets/README.md has it. Throws std::runtime_error that names the figure that
// is missing, unknown, not a number, or without a source.
Target parse_target(std::string_view json);

// The texts of targets/*.json, embedded by targets/embed.cmake.
std::span<const std::string_view> target_texts();

}  // namespace simt::model
