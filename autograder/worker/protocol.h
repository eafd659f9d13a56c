// What judge and worker say to each other over one SOCK_SEQPACKET socket. The judge trusts none of
// it: a worker's message can only end its own run, or say "done" for the call it was given.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplab {

inline constexpr std::uint32_t protocol_magic = 0x57504c32;  // "WPL2"
inline constexpr int control_fd = 3;                         // the socket, in the worker
inline constexpr int input_fd = 4;   // memfd, sealed: the worker can only read
inline constexpr int output_fd = 5;  // memfd, of fixed size
inline constexpr std::size_t max_buffers = 8;
inline constexpr std::size_t stack_bytes = std::size_t{8} << 20;  // of each thread of a worker
inline constexpr std::size_t max_parameters = 1408;

enum class MessageKind : std::uint32_t {
  prepare = 1,  // judge: map these buffers
  ready,        // worker: mapped (also the first message of all: "I am up")
  go,           // judge: run the student's function once
  go_empty,     // judge: answer without running it, to calibrate the clock
  done,         // worker: it returned
  fault,        // worker: a signal ended it; only a hint for the diagnosis
  probe,        // judge: run code without a race, then code with one (race_watch.cpp)
  race,         // worker: two threads raced, in a worker that is watched for that
  region        // the same worker: a parallel region has begun
};

// One buffer: `bytes` bytes in a run of whole pages at `offset` of its memfd, either at the start
// of the run or flush with its end; the worker puts an inaccessible page on both sides.
struct BufferPlace {
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t pages_bytes;  // a multiple of 4096
  std::uint32_t is_output;
  std::uint32_t flush_end;
};

// What memory an access leaves, or accesses too late.
enum class MemoryKind : std::int32_t {
  unknown,
  heap,    // of malloc() and its kin
  freed,   // the same after free()
  local,   // an array on the stack
  global,  // a static or global one
};

// What AddressSanitizer says of an access, where the worker is built with it.
struct MemoryError {
  std::int32_t is_one;
  MemoryKind kind;
  std::int64_t byte;        // where, relative to the first byte of what was allocated or declared
  std::uint64_t has_bytes;  // how large that is; 0 where nobody knows
  std::int32_t bytes;       // that are accessed; 0 where it is none, as of free()
  char name[44];            // of a variable, ends with 0; empty where there is none
};

struct Fault {
  std::int32_t signal;
  std::int32_t code;         // si_code
  std::int32_t system_call;  // for SIGSYS
  std::int32_t buffer;       // index of the buffer whose pages or guard pages it hit; -1: none
  std::int64_t byte;         // where, relative to that buffer's first byte
  // Of the first byte that a vector instruction was to access; else the one that the kernel names.
  std::uint64_t address;
  // Offset of the instruction in the worker's executable; of the call, where it is in a library.
  std::uint64_t instruction;
  std::int32_t is_write;
  std::int32_t full_stack;      // the size in KiB of the thread's stack, if that is full; else 0
  std::int32_t behind_statics;  // or within 64 KiB of the end of static and global variables
  std::int32_t vector_bytes;    // that a vector instruction was to access; 0 for another one
  MemoryError memory;
};

// One of two accesses that race.
struct RaceAccess {
  // The instruction, then the calls that led to it, as offsets in the worker's executable; 0 for
  // code that lies elsewhere, and behind the last.
  std::uint64_t calls[12];  // as deep as std::vector::push_back() needs
  std::int32_t bytes;
  std::int32_t is_write;
  std::int32_t buffer;  // index of the buffer that it lies in; -1: none
};

struct Race {
  RaceAccess accesses[2];
};

inline constexpr std::size_t max_races = 64;  // that one worker tells of

// A parallel region. It is told of when it begins first, and when it first does with several
// threads.
struct TeamRegion {
  std::uint64_t call;      // that begins it, as an offset in the worker's executable
  std::int32_t is_shared;  // whether several threads run it
  std::int32_t reserved;
};

inline constexpr std::size_t max_regions = 64;  // that one worker tells of

struct Message {
  std::uint32_t magic;
  MessageKind kind;
  std::uint64_t sequence;
  std::uint32_t buffer_count;
  std::uint32_t parameter_bytes;
  BufferPlace buffers[max_buffers];
  unsigned char parameters[max_parameters];
  Fault fault;
  Race race;
  TeamRegion region;
  std::int32_t threads;   // of go: of an OpenMP team; 0: as many as the environment says
  std::uint64_t regions;  // of done, where races are looked for: parallel regions that have begun
};

// What a problem family's driver defines: calls the student's function once.
//   parameters  the case's block of parameters
//   inputs, outputs  the mapped buffers, in the order of the case's layout
extern "C" void warplab_run_case(const void* parameters, void* const* inputs, void* const* outputs);

}  // namespace warplab
