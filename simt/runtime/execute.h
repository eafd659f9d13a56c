// Executes operations of a stream, at once; the timeline says when a device would have.
#pragma once

#include "simt/runtime/context.h"

namespace simt::runtime {

cudaError_t execute_kernel(Context& context, Stream& stream, const KernelOperation& operation);
// blocking: the host waits (cudaMemcpy).
cudaError_t execute_copy(Context& context, Stream& stream, const CopyOperation& operation,
                         bool blocking);
cudaError_t execute_fill(Context& context, Stream& stream, const FillOperation& operation);

// Adds the operation to the stream's capture.
cudaError_t capture_operation(Context& context, Stream& stream, Operation operation);
// For calls that wait or are not in stream order: ends the captures that they would break, with the
// error that CUDA gives.
void forbid_capture(Context& context, Stream& stream);

// The parameters of a kernel as Device::launch() takes them, from pointers to each.
std::vector<std::byte> pack_parameters(const KernelInfo& info, void* const* arguments);
// Throws ApiError where `function` is not a kernel of the program.
const KernelEntry& find_kernel(Context& context, const void* function);
std::string demangle(const std::string& name);

}  // namespace simt::runtime
