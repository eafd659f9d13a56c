// Records a launch function's plan, call by call: the implementation of the CUDA runtime
// (simt/runtime) in a worker without a GPU. Each call becomes commands of the plan, and returns
// what it would return on a GPU that executes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/host_memory.h"
#include "autograder/gpu/managed_memory.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/recorder.h"
#include "simt/device.h"
#include "simt/events/finding.h"
#include "simt/memory/address_space.h"
#include "simt/model/target.h"
#include "simt/ptx/program.h"
#include "simt/runtime/allocations.h"
#include "simt/runtime/backend.h"
#include "simt/runtime/call_site.h"
#include "simt/runtime/context.h"
#include "simt/runtime/graph.h"
#include "simt/runtime/modules.h"
#include "simt/runtime/operation.h"
#include "simt/runtime/stream.h"

namespace warplab::gpu {

// A pointer as commands have it.
inline std::uint64_t number_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

class Recording : public simt::runtime::Backend {
 public:
  explicit Recording(simt::runtime::Context& context);

  // See begin_plan() and end_plan().
  void begin(std::span<const std::size_t> buffers, std::span<const std::byte> shape,
             const DeviceFigures& figures);
  void end(std::span<std::byte> bytes);

  // The last failed call; its reason is empty if there is none.
  const Failure& last_failure() const { return last_failure_; }
  // Of the call that is to blame for it where that is known, which may be an earlier one; else 0.
  std::uint64_t error_site() const { return failure_site_; }

  // See store(). An upload that belongs to no call.
  void store(std::size_t buffer, std::span<const std::byte> bytes);
  // See take_host_buffer(). Not an error of a call: later calls are not to blame if it is refused.
  void take_image(void* memory, std::size_t bytes);
  // memcpy and memset of memory whose content only the plan knows: images, parts of them, memory
  // that the device may have written. False for other memory.
  bool copy_on_host(void* to, const void* from, std::size_t bytes, const void* caller);
  bool fill_on_host(void* to, int value, std::size_t bytes, const void* caller);

  unsigned device_count() const override { return 1; }
  void open(std::uint32_t) override {}
  const simt::model::Target& target(std::uint32_t) const override { return target_; }
  simt::runtime::MemoryFigures memory(std::uint32_t) const override;
  void reset(std::uint32_t device) override;

  void* allocate(std::uint32_t device, std::uint64_t bytes, simt::memory::Kind kind) override;
  void allocated(const simt::runtime::AllocationRecord&, const simt::runtime::Stream&) override {}
  bool pin(void* memory, std::uint64_t bytes) override;
  void free(const simt::runtime::AllocationRecord& record,
            const simt::runtime::Stream* stream) override;
  simt::runtime::Located locate(const void* pointer) override;
  bool reaches_pinned() const override { return false; }

  void load(simt::runtime::Binary&, std::uint32_t) override {}
  const simt::KernelInfo& info(const simt::runtime::KernelEntry& kernel,
                               std::uint32_t device) override;
  const simt::memory::Allocation& find(const simt::runtime::VariableEntry& variable,
                                       std::uint32_t device) override;

  cudaError_t execute(simt::runtime::Stream& stream, const simt::runtime::Operation& operation,
                      bool blocking) override;
  // Nodes that may run at the same time get streams of their own, which wait for each other along
  // the graph's edges.
  cudaError_t launch(simt::runtime::Stream& stream, const simt::runtime::GraphExec& graph) override;
  // Calls the function at once, as it has no data to look at. If it copies memory that only the
  // plan knows, the plan waits for the stream.
  void call_on_host(simt::runtime::Stream& stream, const std::function<void()>& function) override;

  void add(const simt::runtime::Stream&) override {}  // created at its first use in a plan
  void remove(const simt::runtime::Stream& stream) override;
  void synchronize(const simt::runtime::Stream& stream) override;
  void synchronize(const simt::runtime::Event& event) override;
  void synchronize(std::uint32_t device) override;
  // There is no time during recording, so to ask whether work is done is to wait for it.
  bool is_done(const simt::runtime::Stream& stream) override;
  bool is_done(const simt::runtime::Event& event) override;
  bool is_recorded(const simt::runtime::Event& event) const override;
  // 0, with a remark: the plan is executed after the launch function has returned.
  std::optional<double> seconds_between(const simt::runtime::Event& first,
                                        const simt::runtime::Event& last) override;

  simt::runtime::CallSite program_site(const simt::runtime::CallSite& site) override {
    return site;
  }
  // The plan ends with the error.
  cudaError_t fail(cudaError_t code, simt::events::FindingKind kind, std::string what,
                   const simt::memory::Allocation* allocation) override;
  // The plan is refused, with the first reason given.
  cudaError_t refuse(const std::string& why) override;
  void failed(cudaError_t error, const std::string& why) override;
  void say(const std::string& text) override;

 private:
  // How to execute a command, and the call that it is from, as an offset in the program.
  struct Call {
    std::uint32_t stream = 0;  // in the plan
    bool host_waits = false;
    std::uint64_t site = 0;
    bool is_by_host = false;  // memcpy or memset, of managed memory
  };
  // Device code that the program registered, parsed.
  struct Parsed {
    std::string ptx;
    simt::ptx::Module module;
    std::string why_not;  // it cannot be read
  };

  // The present call fails as the plan is refused already, or for a reason of its own; `site` is that of the call to
  // blame.
  cudaError_t fail_as_refused();
  void note_failure(Failure failure, std::uint64_t site = 0);
  // The present call of the runtime, whose work goes into the stream.
  Call call_in(const simt::runtime::Stream& stream, bool host_waits = false);
  // Of the cudaMalloc() that gave it; 0: of other memory.
  std::uint64_t site_of_device_memory(std::uint64_t address) const;
  // Adds a command to the plan: of the host's own function, or of a call, which that cannot make.
  void ask(const Call& call, decltype(Command::what) what);
  void add(Command command);
  // Memory allocated by an earlier call belongs to the plan from the first command that uses it.
  void take_kept(const Command& command);
  void take_kept(std::uint64_t address, std::uint64_t site);
  // Uploads what the host has written to managed memory before the command, which may read it.
  void upload_managed(const Command& command);
  // Gives managed memory that the command may write to the device.
  void give_managed(const Command& command);
  [[noreturn]] void give_up(const std::string& why);
  // Work of the host in a host function comes after the work in the function's stream.
  void wait_in_host_function(std::uint64_t site);
  // The number of a stream or an event in the plan. A stream is created at its first use. 0 is the
  // default stream.
  std::uint32_t stream_number(std::uint64_t id, bool is_non_blocking);
  std::uint32_t event_number(std::uint64_t id);

  bool is_managed(const void* pointer) const;
  void copy(void* to, const void* from, std::size_t bytes, const Call& call);
  bool copy_by_plan(void* to, const void* from, std::size_t bytes, std::uint64_t site);
  void copy_out(void* to, const void* from, std::size_t bytes, const Call& call);
  void fill(void* to, int value, std::size_t bytes, const Call& call);
  void copy_rows(const simt::runtime::CopyOperation& rows, const Call& call);
  void fill_rows(const simt::runtime::FillOperation& rows, const Call& call);
  cudaError_t launch(const simt::runtime::KernelOperation& operation, const Call& call);

  void keep_buffers(std::size_t case_buffers);
  // Tells allocations whose memory no later call will find from those that a static variable holds.
  void mark_lost();
  std::uint32_t unused_window();
  const Parsed& parse(const simt::runtime::Binary& binary);
  std::uint32_t module_number(const simt::runtime::Binary& binary);

  simt::runtime::Context& context_;
  std::map<const simt::runtime::Binary*, Parsed> parsed_;
  std::map<const simt::runtime::KernelEntry*, simt::KernelInfo> kernels_;

  Plan plan_;
  std::map<const simt::runtime::Binary*, std::uint32_t> modules_;  // their numbers
  DeviceFigures figures_;
  simt::model::Target target_;
  // By window: the case's buffers, then the launch function's own; and the plan's variables. Unused
  // windows are all 0.
  std::vector<simt::memory::Allocation> buffers_, variables_;
  std::size_t case_buffers_ = 0;
  // Windows of the memory that this call has allocated or used, and of what earlier calls left
  // allocated. The latter takes no memory until it is used, and is the first to be given up.
  std::vector<std::uint32_t> own_, kept_;
  // By window: the site of its cudaMalloc(), and the shape of the call that made it.
  struct Made {
    std::uint64_t site = 0;
    std::vector<std::byte> shape;
  };
  std::map<std::uint32_t, Made> made_;
  std::vector<std::byte> shape_;
  std::map<const void*, simt::memory::Allocation> pinned_;
  std::size_t uploaded_ = 0;   // bytes, from the host
  std::size_t allocated_ = 0;  // bytes, on the device
  HostMemory host_;
  ManagedMemory managed_;
  std::map<std::uint64_t, std::uint32_t> stream_numbers_, event_numbers_;  // by id
  std::optional<std::uint32_t> host_function_;  // that is running: the number of its stream
  Failure last_failure_;
  std::uint64_t failure_site_ = 0;  // see error_site()
};

// The site of the call that returns to this address, as an offset in the program.
std::uint64_t site_of(const void* return_address);
// The recording of this process.
Recording& recording();
// True between begin_plan() and end_plan(). Not part of the recording, as memcpy is called before
// that is constructed.
extern bool is_recording;

}  // namespace warplab::gpu
