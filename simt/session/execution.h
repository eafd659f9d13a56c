// Executes what programs ask for at the call, on devices of simt, and keeps the virtual time in
// which a real device would have done it: what stands behind the CUDA runtime under `simt run`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "simt/device.h"
#include "simt/events/finding.h"
#include "simt/memory/address_space.h"
#include "simt/memory/byte_ranges.h"
#include "simt/memory/layout.h"
#include "simt/model/target.h"
#include "simt/model/timeline.h"
#include "simt/observe/bank_map.h"
#include "simt/observe/coverage.h"
#include "simt/observe/touched_memory.h"
#include "simt/runtime/allocations.h"
#include "simt/runtime/backend.h"
#include "simt/runtime/call_site.h"
#include "simt/runtime/context.h"
#include "simt/runtime/graph.h"
#include "simt/runtime/modules.h"
#include "simt/runtime/operation.h"
#include "simt/runtime/stream.h"
#include "simt/session/host_guard.h"
#include "simt/session/loader.h"
#include "simt/session/reporter.h"
#include "simt/session/session.h"
#include "simt/session/stream_order.h"

namespace simt::session {

using runtime::AllocationRecord;
using runtime::ApiError;
using runtime::CallSite;
using runtime::Context;
using runtime::CopyOperation;
using runtime::Event;
using runtime::FillOperation;
using runtime::GraphExec;
using runtime::KernelOperation;
using runtime::Located;
using runtime::Operation;
using runtime::Stream;

struct Side;

class Execution : public runtime::Backend {
 public:
  explicit Execution(Context& context);

  Context& context;
  const std::unique_ptr<Session> session;  // null if there is none
  SessionRequest request;
  Reporter reporter;
  HostGuard guard;
  model::Timeline timeline;
  StreamOrder order;  // the order of what checkers look at
  observe::CoverageCounter coverage;

  Device& device(uint32_t ordinal) { return *devices_.at(ordinal).device; }
  Loader& loader() { return loader_; }
  // The host waited: memory of work that is over by now belongs to it again.
  void synchronized() { guard.release(); }
  // Checkers hear of work in a stream, which `what` names, and of the memory that it uses.
  void note_work(const Stream& stream, const std::string& what, bool host_waits,
                 std::vector<MemoryUse> uses);
  // The same of the host itself.
  void note_host_work(const std::string& what, const std::vector<MemoryUse>& uses);
  // A use of `bytes`, device addresses of the allocation that has the number `id`.
  static MemoryUse use_of(memory::Kind kind, uint64_t id, memory::ByteRanges bytes, bool is_written,
                          bool is_atomic = false);
  // A launch was refused, and that has been said: what nobody has written follows from it.
  void work_is_missing() { is_work_missing_ = true; }
  // The program has no PTX, which `what` says: nothing of it can run.
  void machine_code_alone(std::string what);
  // "cudaMalloc #3, 4096 bytes at 0x200000000000"
  static std::string describe(const memory::Allocation& allocation);
  // A call failed whose result the program has not looked at, and may never ask for.
  void failed_unread(cudaError_t error, const CallSite& site, const std::string& why);
  // Where the code that launches is: the <<< >>>, or the call of the API.
  static CallSite launch_site();
  // Where coverage was asked for: all device code that has come since the last time, executed or not.
  void tell_code();
  // At exit: leaks, errors that nobody read, the timeline.
  void finish();

  unsigned device_count() const override { return request.devices; }
  void open(uint32_t ordinal) override;
  const model::Target& target(uint32_t ordinal) const override;
  runtime::MemoryFigures memory(uint32_t ordinal) const override;
  void reset(uint32_t ordinal) override;

  void* allocate(uint32_t ordinal, uint64_t bytes, memory::Kind kind) override;
  void allocated(const AllocationRecord& record, const Stream& stream) override;
  bool pin(void* memory, uint64_t bytes) override;
  void free(const AllocationRecord& record, const Stream* stream) override;
  Located locate(const void* pointer) override;
  bool reaches_pinned() const override { return true; }

  void load(runtime::Binary& binary, uint32_t ordinal) override { loader_.load(binary, ordinal); }
  const KernelInfo& info(const KernelEntry& kernel, uint32_t ordinal) override;
  const memory::Allocation& find(const VariableEntry& variable, uint32_t ordinal) override {
    return loader_.load(variable, ordinal);
  }

  cudaError_t execute(Stream& stream, const Operation& operation, bool blocking) override;
  cudaError_t launch(Stream& stream, const GraphExec& graph) override;
  void call_on_host(Stream& stream, const std::function<void()>& function) override;

  void add(const Stream& stream) override;
  void remove(const Stream& stream) override;
  void synchronize(const Stream& stream) override;
  void synchronize(const Event& event) override;
  void synchronize(uint32_t ordinal) override;
  bool is_done(const Stream& stream) override;
  bool is_done(const Event& event) override;
  bool is_recorded(const Event& event) const override { return timeline.recorded(event.id); }
  std::optional<double> seconds_between(const Event& first, const Event& last) override;

  CallSite program_site(const CallSite& site) override;
  cudaError_t fail(cudaError_t code, events::FindingKind kind, std::string what,
                   const memory::Allocation* allocation) override;
  cudaError_t refuse(const std::string& why) override;
  void failed(cudaError_t error, const std::string& why) override;
  void error_was_read() override { unread_.erase(std::this_thread::get_id()); }
  void say(const std::string& text) override { reporter.say_once(text); }

 private:
  struct OnDevice {
    std::unique_ptr<observe::TouchObserver> touches;      // null unless checkers run
    std::unique_ptr<observe::BankMapRecorder> bank_maps;  // null unless the session asked for them
    std::unique_ptr<Device> device;
  };
  struct Unread {
    cudaError_t error;
    CallSite site;
    std::string why;
  };

  cudaError_t execute_kernel(Stream& stream, const KernelOperation& operation);
  cudaError_t execute_copy(Stream& stream, const CopyOperation& copy, bool blocking);
  void look_for_unwritten(const Side& source, memory::ByteRanges bytes);
  cudaError_t execute_fill(Stream& stream, const FillOperation& fill);
  void report_leaks();
  void report_dropped_prints();
  void report(const Unread& unread);
  void report(const StreamConflict& conflict);
  void report_since(std::size_t known);              // the conflicts from that number on
  MemoryUse all_of(const AllocationRecord& record);  // written
  // What a kernel on the device did wrong, with what the device cannot know.
  void report_of_kernel(uint32_t ordinal, events::Finding finding);

  Loader loader_{*this};
  std::map<uint32_t, OnDevice> devices_;
  std::map<std::thread::id, Unread> unread_;
  uint64_t dropped_prints_ = 0;
  bool is_work_missing_ = false;
  std::map<memory::Address, CallSite> freed_;  // where, by the first address
};

}  // namespace simt::session
