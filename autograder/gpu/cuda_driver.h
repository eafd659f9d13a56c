// The part of the CUDA driver API that executes plans, loaded at run time: building needs no
// toolkit, and without a driver there is an error message. Names, numbers and signatures are from
// the CUDA Driver API Reference Manual.
#pragma once

#include <cstddef>

namespace warplab::gpu {

struct CudaDriver {
  using Result = int;  // 0 or an error, with the same numbers as the runtime API's cudaError_t
  using Device = int;
  using Context = struct CUctx_st*;
  using Module = struct CUmod_st*;
  using Function = struct CUfunc_st*;
  using Stream = struct CUstream_st*;
  using Event = struct CUevent_st*;
  using Linker = struct CUlinkState_st*;
  using Address = unsigned long long;

  // CUdevice_attribute
  static constexpr int max_threads_per_block = 1, max_block_dim_x = 2, max_grid_dim_x = 5,
                       max_shared_per_block = 8, l2_cache_bytes = 38, capability_major = 75,
                       capability_minor = 76, max_shared_per_block_optin = 97;
  // CUfunction_attribute
  static constexpr int static_shared_bytes = 1, max_dynamic_shared_bytes = 8;
  static constexpr int stack_bytes = 0, heap_bytes = 2;  // CU_LIMIT_*
  // CUstream_flags, CUevent_flags
  static constexpr unsigned non_blocking_stream = 1, event_without_time = 2;
  // CUjit_option, CUjitInputType
  static constexpr int jit_error_log = 5, jit_error_log_bytes = 6, jit_input_ptx = 1;

  Result (*init)(unsigned flags);
  Result (*driver_version)(int* version);
  Result (*device_count)(int* count);
  Result (*device)(Device* device, int ordinal);
  Result (*device_name)(char* name, int bytes, Device device);
  Result (*device_attribute)(int* value, int attribute, Device device);
  Result (*retain_primary_context)(Context* context, Device device);
  Result (*reset_primary_context)(Device device);
  Result (*set_current)(Context context);
  Result (*set_limit)(int limit, size_t value);
  Result (*synchronize)();
  Result (*allocate)(Address* address, std::size_t bytes);
  Result (*free)(Address address);
  Result (*memory_info)(std::size_t* free, std::size_t* total);
  Result (*to_device)(Address to, const void* from, std::size_t bytes);
  Result (*to_host)(void* to, Address from, std::size_t bytes);
  Result (*copy)(Address to, Address from, std::size_t bytes);
  Result (*fill)(Address to, unsigned char value, std::size_t bytes);
  Result (*create_linker)(unsigned options, int* names, void** values, Linker* linker);
  Result (*add_to_linker)(Linker linker, int type, void* data, std::size_t bytes, const char* name,
                          unsigned options, int* names, void** values);
  Result (*finish_linker)(Linker linker, void** image, std::size_t* bytes);
  Result (*destroy_linker)(Linker linker);
  Result (*load)(Module* module, const void* image);
  Result (*unload)(Module module);
  Result (*function)(Function* function, Module module, const char* name);
  Result (*variable)(Address* address, std::size_t* bytes, Module module, const char* name);
  Result (*function_attribute)(int* value, int attribute, Function function);
  Result (*set_function_attribute)(Function function, int attribute, int value);
  Result (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_shared,
                   Stream stream, void** parameters, void** extra);
  Result (*launch_cooperative)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z,
                               unsigned dynamic_shared, Stream stream, void** parameters);
  Result (*allocate_host)(void** memory, std::size_t bytes);
  Result (*free_host)(void* memory);
  Result (*to_device_in)(Address to, const void* from, std::size_t bytes, Stream stream);
  Result (*to_host_in)(void* to, Address from, std::size_t bytes, Stream stream);
  Result (*copy_in)(Address to, Address from, std::size_t bytes, Stream stream);
  Result (*fill_in)(Address to, unsigned char value, std::size_t bytes, Stream stream);
  Result (*create_stream)(Stream* stream, unsigned flags);
  Result (*destroy_stream)(Stream stream);
  Result (*synchronize_stream)(Stream stream);
  Result (*wait_event)(Stream stream, Event event, unsigned flags);
  Result (*create_event)(Event* event, unsigned flags);
  Result (*destroy_event)(Event event);
  Result (*synchronize_event)(Event event);
  Result (*record)(Event event, Stream stream);
  Result (*elapsed_ms)(float* ms, Event begin, Event end);
};

// The machine's driver, initialised; every call returns the same one. Throws GpuError (gpu.h), with
// a sentence for a person, if there is no driver or no GPU that it can use.
const CudaDriver& cuda_driver();

}  // namespace warplab::gpu
