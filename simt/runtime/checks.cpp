// What is wrong with an operation wherever it is executed.
#include <fmt/format.h>

#include "simt/runtime/calls.h"

namespace simt::runtime {

namespace {

using events::FindingKind;

// What a program says of a copy's sides.
struct Direction {
  const char* name = nullptr;
  bool to_device = false, from_device = false;
};

Direction direction_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return {"cudaMemcpyHostToHost", false, false};
    case cudaMemcpyHostToDevice:
      return {"cudaMemcpyHostToDevice", true, false};
    case cudaMemcpyDeviceToHost:
      return {"cudaMemcpyDeviceToHost", false, true};
    case cudaMemcpyDeviceToDevice:
      return {"cudaMemcpyDeviceToDevice", true, true};
    case cudaMemcpyDefault:
      return {};  // that they are where they are
  }
  throw ApiError{cudaErrorInvalidMemcpyDirection};
}

bool is_on_host_alone(Context& context, const Located& located) {
  return located.type == cudaMemoryTypeUnregistered ||
         (located.type == cudaMemoryTypeHost && !context.backend().reaches_pinned());
}

// What the program said of a side must be so. Managed memory is on both sides.
void check_side(Context& context, const Area& area, const Direction& said, bool said_device,
                const char* what) {
  const auto fail = [&](const std::string& why, const memory::Allocation* allocation) {
    throw ApiError{context.fail(cudaErrorInvalidValue, FindingKind::bad_copy, why, allocation)};
  };
  if (area.pointer == nullptr) fail(fmt::format("the {} is a null pointer", what), nullptr);
  if (said.name == nullptr) return;
  const Located located = context.backend().locate(area.pointer);
  if (said_device ? is_on_host_alone(context, located) : located.type == cudaMemoryTypeDevice)
    fail(fmt::format("{}, but the {} is memory of the {}", said.name, what,
                     said_device ? "host" : "device"),
         located.allocation);
}

}  // namespace

void check(Context& context, const CopyOperation& copy) {
  const Direction said = direction_of(copy.kind);
  if (copy.bytes() == 0) return;
  if (context.modules.variable(copy.destination.pointer) != nullptr)
    throw ApiError{context.fail(
        cudaErrorInvalidValue, FindingKind::bad_copy,
        "the destination of this copy is a variable of the device by its name in the host code: "
        "cudaMemcpyToSymbol() fills that")};
  check_side(context, copy.destination, said, said.to_device, "destination");
  if (said.from_device && context.modules.variable(copy.source.pointer) != nullptr)
    throw ApiError{context.fail(
        cudaErrorInvalidValue, FindingKind::bad_copy,
        "the source of this copy is a variable of the device by its name in the host code: "
        "cudaMemcpyFromSymbol() copies that")};
  check_side(context, copy.source, said, said.from_device, "source");
}

void check(Context& context, const FillOperation& fill) {
  require(fill.element == 1 || fill.element == 2 || fill.element == 4, cudaErrorInvalidValue);
  if (fill.bytes() == 0) return;
  if (fill.destination.pointer == nullptr)
    throw ApiError{context.fail(cudaErrorInvalidValue, FindingKind::bad_copy,
                                "the destination is a null pointer")};
  if (context.modules.variable(fill.destination.pointer) != nullptr)
    throw ApiError{context.fail(
        cudaErrorInvalidValue, FindingKind::bad_copy,
        "the destination is a variable of the device by its name in the host code: "
        "cudaGetSymbolAddress() gives its address, and cudaMemcpyToSymbol() fills it")};
  if (is_on_host_alone(context, context.backend().locate(fill.destination.pointer)))
    throw ApiError{context.fail(cudaErrorInvalidValue, FindingKind::bad_copy,
                                "the destination is in host memory: use memset()")};
}

cudaError_t Context::submit(Stream& stream, Operation operation, bool blocking) {
  if (stream.capture) return capture_operation(*this, stream, std::move(operation));
  forbid_implicit_wait(*this, stream);
  return execute(stream, operation, blocking);
}

cudaError_t Context::execute(Stream& stream, const Operation& operation, bool blocking) {
  if (const auto* copy = std::get_if<CopyOperation>(&operation)) check(*this, *copy);
  if (const auto* fill = std::get_if<FillOperation>(&operation)) check(*this, *fill);
  const cudaError_t error = backend_->execute(stream, operation, blocking);
  if (const auto* kernel = std::get_if<KernelOperation>(&operation);
      kernel && error == cudaSuccess) {
    const KernelInfo& info = backend_->info(*kernel->kernel, stream.device);
    DeviceState& state = device(static_cast<int>(stream.device));
    state.has_printed |= info.prints;
    state.has_allocated |= info.allocates;
  }
  return error;
}

}  // namespace simt::runtime
