// What calls of the API share: the operations that they describe, and captures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/device.h"
#include "simt/frontend/include/driver_types.h"
#include "simt/runtime/context.h"
#include "simt/runtime/modules.h"
#include "simt/runtime/operation.h"
#include "simt/runtime/stream.h"

namespace simt::runtime {

// Adds the operation to the stream's capture.
cudaError_t capture_operation(Context& context, Stream& stream, Operation operation);
// These end the captures that a call would break, with the error that CUDA gives.
// For calls that wait for the stream.
void forbid_capture(Context& context, Stream& stream);
// For work in the default stream: other streams would wait for it, and it for them, and those that capture do nothing yet.
void forbid_implicit_wait(Context& context, Stream& stream);
// For calls that are not in the order of any stream, and may wait: what of them a capture allows its mode says.
void forbid_unsafe_call(Context& context);

// What no backend executes: a copy whose sides are not where it says, or null; a fill of memory
// of the host. Report it and throw ApiError.
void check(Context& context, const CopyOperation& copy);
void check(Context& context, const FillOperation& fill);

// Reports why a pointer cannot be freed, and gives back the code, or what takes its place.
cudaError_t refuse_free(Context& context, const void* pointer, cudaError_t code);

// Why a volume whose slices would overlap is an error.
inline constexpr const char* higher_than_slices =
    "slices that are higher than the ysize of the memory that they are in";

// The parameters of a kernel as Device::launch() takes them, from pointers to each.
std::vector<std::byte> pack_parameters(const KernelInfo& info, void* const* arguments);
// Throws ApiError where `function` is not a kernel of the program.
const KernelEntry& find_kernel(Context& context, const void* function);
// What a kernel may have of dynamic shared memory until the program allows more.
uint32_t max_dynamic_shared(Context& context, const KernelEntry& kernel, uint32_t device);

KernelOperation kernel_of(Context& context, const void* function, const dim3& grid,
                          const dim3& block, size_t shared, void** arguments);
FillOperation fill_of(void* pointer, size_t pitch, unsigned value, unsigned element, size_t width,
                      size_t height);
// Throw ApiError where a symbol is none, or too small.
CopyOperation copy_of(void* destination, const void* source, size_t count, cudaMemcpyKind kind);
CopyOperation copy_of(Context& context, const cudaMemcpy3DParms* parameters);
CopyOperation copy_to_symbol(Context& context, const void* symbol, const void* source, size_t count,
                             size_t offset, cudaMemcpyKind kind);
CopyOperation copy_from_symbol(Context& context, void* destination, const void* symbol,
                               size_t count, size_t offset, cudaMemcpyKind kind);

}  // namespace simt::runtime
