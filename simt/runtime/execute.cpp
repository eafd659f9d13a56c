#include "simt/runtime/execute.h"

namespace simt::runtime {

namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};

}  // namespace

cudaError_t Context::submit(Stream& stream, Operation operation, bool blocking) {
  if (stream.capture) return capture_operation(*this, stream, std::move(operation));
  return execute(stream, operation, blocking);
}

cudaError_t Context::execute(Stream& stream, const Operation& operation, bool blocking) {
  return std::visit(
      Overload{
          [&](const KernelOperation& kernel) { return execute_kernel(*this, stream, kernel); },
          [&](const CopyOperation& copy) { return execute_copy(*this, stream, copy, blocking); },
          [&](const FillOperation& fill) { return execute_fill(*this, stream, fill); },
          [&](const HostOperation& host) {
            timeline.host_function(stream.device, stream.id, 0);
            call_unlocked([&host] { host.function(host.data); });
            return cudaSuccess;
          },
          [&](const RecordOperation& record) {
            timeline.record(stream.device, stream.id, event(record.event).id);
            return cudaSuccess;
          },
          [&](const WaitOperation& wait) {
            const Event& other = event(wait.event);
            if (timeline.recorded(other.id)) timeline.wait(stream.device, stream.id, other.id);
            return cudaSuccess;
          },
          [&](const GraphOperation& graph) {
            for (const GraphNode* node : graph.graph->in_order())
              if (const auto error = execute(stream, node->operation); error != cudaSuccess)
                return error;
            return cudaSuccess;
          },
          [](const auto&) { return cudaSuccess; }},
      operation);
}

}  // namespace simt::runtime
