// The backend of the API: it executes what programs ask for, at once (simt/session) or perhaps later
// and elsewhere (the recorder of autograder/gpu). Whoever links the calls defines make_backend().
//
// Functions throw ApiError if the call that asked cannot be executed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "simt/device.h"
#include "simt/events/finding.h"
#include "simt/frontend/include/driver_types.h"
#include "simt/memory/address_space.h"
#include "simt/model/target.h"
#include "simt/runtime/allocations.h"
#include "simt/runtime/call_site.h"
#include "simt/runtime/graph.h"
#include "simt/runtime/modules.h"
#include "simt/runtime/operation.h"
#include "simt/runtime/stream.h"

namespace simt::runtime {

class Context;

// Where a pointer of the program leads.
struct Located {
  cudaMemoryType type = cudaMemoryTypeUnregistered;
  uint32_t device = 0;
  const memory::Allocation* allocation = nullptr;  // may be a freed one
};

struct MemoryFigures {
  uint64_t free = 0, total = 0;  // bytes
};

class Backend {
 public:
  virtual ~Backend() = default;

  // Devices. The others are called for those only that open() has made ready.
  virtual unsigned device_count() const = 0;
  virtual void open(uint32_t device) = 0;
  virtual const model::Target& target(uint32_t device) const = 0;
  virtual MemoryFigures memory(uint32_t device) const = 0;
  // Frees all of it, as cudaDeviceReset() does.
  virtual void reset(uint32_t device) = 0;

  // Memory. Pinned and managed memory is the host's too, at the same address. Null where there is
  // no room.
  virtual void* allocate(uint32_t device, uint64_t bytes, memory::Kind kind) = 0;
  // Memory of a pool is there once it is the stream's turn.
  virtual void allocated(const AllocationRecord& record, const Stream& stream) = 0;
  // Pins memory of the program. False where a part of it is pinned.
  virtual bool pin(void* memory, uint64_t bytes) = 0;
  // Waits for what is under way, unless the memory is a pool's; with a stream, as cudaFreeAsync() does, it is free when its turn comes
  // there.
  virtual void free(const AllocationRecord& record, const Stream* stream) = 0;
  virtual Located locate(const void* pointer) = 0;
  // Whether pinned memory is on both sides, as kernels see it too; else it is the host's.
  virtual bool reaches_pinned() const = 0;

  // Device code. __managed__ variables of a binary get their place with load().
  virtual void load(Binary& binary, uint32_t device) = 0;
  virtual const KernelInfo& info(const KernelEntry& kernel, uint32_t device) = 0;
  virtual const memory::Allocation& find(const VariableEntry& variable, uint32_t device) = 0;

  // Work that goes into a stream. blocking: the host waits for it.
  virtual cudaError_t execute(Stream& stream, const Operation& operation, bool blocking) = 0;
  virtual cudaError_t launch(Stream& stream, const GraphExec& graph) = 0;
  // Calls a function of the program when it is the stream's turn.
  virtual void call_on_host(Stream& stream, const std::function<void()>& function) = 0;

  // Streams, events, and their time. The host waits in synchronize().
  virtual void add(const Stream& stream) = 0;
  virtual void remove(const Stream& stream) = 0;
  virtual void synchronize(const Stream& stream) = 0;
  virtual void synchronize(const Event& event) = 0;
  virtual void synchronize(uint32_t device) = 0;
  // Whether all is done, for a program that polls.
  virtual bool is_done(const Stream& stream) = 0;
  virtual bool is_done(const Event& event) = 0;
  virtual bool is_recorded(const Event& event) const = 0;
  // Nothing where one of them is still to come.
  virtual std::optional<double> seconds_between(const Event& first, const Event& last) = 0;

  // Where the program makes the call, to be kept for later.
  virtual CallSite program_site(const CallSite& site) = 0;
  // The call that this thread is in is a mistake, which `what` explains. Returns what it returns.
  virtual cudaError_t fail(cudaError_t code, events::FindingKind kind, std::string what,
                           const memory::Allocation* allocation) = 0;
  // A call of the API that it does not have, and what else there is.
  virtual cudaError_t refuse(const std::string& why) = 0;
  // A call failed that nobody has explained; `why` is empty for errors that programs reckon with.
  virtual void failed(cudaError_t error, const std::string& why) = 0;
  virtual void error_was_read() {}
  virtual void say(const std::string& text) = 0;
};

std::unique_ptr<Backend> make_backend(Context& context);

}  // namespace simt::runtime
