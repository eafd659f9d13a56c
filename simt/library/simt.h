// simt as a C library: PTX text in, findings and counters out, over memory of the caller. Link it with -lsimt.
//
//   simt_device* device;
//   simt_module* module;
//   simt_result* result;
//   simt_device_create("H200", SIMT_CHECK, 0, &device);
//   simt_memory_add(device, x, sizeof x);
//   simt_module_load(device, ptx, &module);
//   simt_launch(module, "scale", grid, block, 0, parameters, sizeof parameters, &result);
//   puts(simt_result_json(result));
//
// Device memory is host memory: kernels use the caller's pointers as they are, and may reach the ranges that
// simt_memory_add() was given, to the byte, and nothing else of the process. They work on these bytes in place.
//
// Functions that can fail return a simt_status. If it is not SIMT_OK, nothing was done, outputs are not written unless it
// says so, and simt_last_error() says why. No exception leaves a function. Null is allowed for nothing but where it says
// so. A device may be used from several threads, and runs one launch at a time; a result belongs to one thread at a time.
#ifndef SIMT_H
#define SIMT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct simt_device simt_device;
typedef struct simt_module simt_module;
typedef struct simt_result simt_result;

typedef enum simt_status {
  SIMT_OK = 0,
  // Null, a target that simt does not know, a value that does not fit.
  SIMT_INVALID_ARGUMENT = 1,
  // The text is not PTX. The message has its line.
  SIMT_INVALID_PTX = 2,
  // No kernel, parameter, counter or memory of this name, number or place.
  SIMT_NOT_FOUND = 3,
  // The kernel has an instruction that simt lacks. The message has its line.
  SIMT_UNSUPPORTED = 4,
  // Grid, block or shared memory are more than the target or the kernel allows.
  SIMT_INVALID_LAUNCH = 5,
  // The kernel did what ends it on a GPU: an access out of bounds, a trap, a loop without end.
  SIMT_KERNEL_FAULT = 6,
  SIMT_OUT_OF_MEMORY = 7,
  // A mistake of simt.
  SIMT_INTERNAL = 8
} simt_status;

// "SIMT_INVALID_PTX"; "unknown" for a number that is no status.
const char* simt_status_name(simt_status status);

// Why the last call of this thread that returned anything but SIMT_OK did so: a sentence, valid until the thread's next
// call that fails. Empty before the first.
const char* simt_last_error(void);

// What a device does at each launch; to be combined with |.
enum {
  // Look for races, uninitialised reads and so on: docs/simt.md, "Findings". After a fault the kernel goes on if it can: a
  // load that goes nowhere gives 0, and a store is dropped.
  SIMT_CHECK = 1,
  // With SIMT_CHECK: also report races that usually do no harm.
  SIMT_STRICT = 2,
  // Count instructions, sectors, bank conflicts and so on: docs/simt.md, "Counters".
  SIMT_COUNT = 4,
  // With SIMT_COUNT: model the kernel's time, the counter gpu__time_duration.sum, in nanoseconds.
  SIMT_TIME = 8
};

// Makes a device. `target` is the GPU that it models, one that `simt devices` lists, or null for the H200. `flags` are
// those above. `workers` is the number of threads that run blocks, 0 for one per core.
// Errors: SIMT_INVALID_ARGUMENT for a target or flags that simt does not know.
simt_status simt_device_create(const char* target, unsigned flags, unsigned workers,
                               simt_device** device);

// Ends the device and its modules; results stay. Memory that was added stays the caller's. Null is allowed.
void simt_device_destroy(simt_device* device);

// Lets kernels read and write the bytes [memory, memory + bytes), which count as initialised. `bytes` may be 0. The
// memory must stay valid until it is removed, or the device destroyed.
// Errors: SIMT_INVALID_ARGUMENT if the range overlaps one that was added and not removed.
simt_status simt_memory_add(simt_device* device, void* memory, size_t bytes);

// Takes back what simt_memory_add() allowed. An access to it in a later launch is a use after free.
// Errors: SIMT_NOT_FOUND if no range begins at `memory`.
simt_status simt_memory_remove(simt_device* device, void* memory);

// Loads a module of PTX, text that ends with a zero. It lives as long as the device. Text that the device has loaded
// before gives the same module, with the values that its variables have by now. What it declares as .extern is resolved
// by modules that were loaded before.
// Errors: SIMT_INVALID_PTX; SIMT_OUT_OF_MEMORY if the target has no memory left for its variables.
simt_status simt_module_load(simt_device* device, const char* ptx, simt_module** module);

// The name of the module's kernel with this number, from 0 in the order of the text, as PTX has it; null if there are no
// more. It lives as long as the module.
const char* simt_module_kernel(const simt_module* module, size_t number);

typedef struct simt_kernel_info {
  uint32_t parameters;       // how many
  uint32_t parameter_bytes;  // of the buffer that simt_launch() takes
  uint32_t shared_bytes;     // of static shared memory per block
  uint32_t local_bytes;      // of local memory per thread
  uint32_t registers;        // per thread, estimated from PTX
  uint32_t max_threads;      // per block, as the kernel was compiled
} simt_kernel_info;

// What a kernel needs.
// Errors: SIMT_NOT_FOUND, SIMT_UNSUPPORTED.
simt_status simt_kernel_get_info(simt_module* module, const char* kernel, simt_kernel_info* info);

// Where in the buffer the parameter with this number, from 0, begins, and how many bytes it has.
// Errors: SIMT_NOT_FOUND, SIMT_UNSUPPORTED.
simt_status simt_kernel_get_parameter(simt_module* module, const char* kernel, uint32_t number,
                                      uint32_t* offset, uint32_t* bytes);

typedef struct simt_dim3 {
  uint32_t x, y, z;
} simt_dim3;

// Runs a kernel to its end. `grid` is in blocks, `block` in threads; `shared_bytes` of dynamic shared memory per block.
// `parameters` has one value after the other, each at its offset; null if the kernel takes none.
// What came of it is in *result, which simt_result_destroy() frees; `result` may be null if nobody wants to know. It is
// also written for SIMT_KERNEL_FAULT, with what was found and counted. Findings that are no faults, such as races, are in
// the result of a launch that returns SIMT_OK.
// Errors: SIMT_NOT_FOUND, SIMT_UNSUPPORTED, SIMT_INVALID_LAUNCH, SIMT_KERNEL_FAULT; SIMT_INVALID_ARGUMENT if
// parameter_bytes is not what the kernel takes.
simt_status simt_launch(simt_module* module, const char* kernel, simt_dim3 grid, simt_dim3 block,
                        uint32_t shared_bytes, const void* parameters, size_t parameter_bytes,
                        simt_result** result);

// Null is allowed.
void simt_result_destroy(simt_result* result);

// What the kernel printed, in the order of blocks; empty if nothing. This and the other texts live as long as the result.
const char* simt_result_output(const simt_result* result);

// How many findings there are: without SIMT_CHECK the fault, if there was one.
size_t simt_result_findings(const simt_result* result);

// The finding with this number, from 0, as `simt check` prints it: several lines, with the next step. Null if there are
// no more.
const char* simt_result_finding(const simt_result* result, size_t number);

// A counter of the whole launch, by the name that docs/simt.md lists; without SIMT_COUNT there are none.
// Errors: SIMT_NOT_FOUND.
simt_status simt_result_counter(const simt_result* result, const char* name, double* value);

// The same of one source line: `file` as the PTX names it, lines from 1. 0 for a line of which nothing was counted.
// Errors: SIMT_NOT_FOUND if simt does not count this by lines.
simt_status simt_result_line_counter(const simt_result* result, const char* file, uint32_t line,
                                     const char* name, double* value);

// All of it: {"findings": [...], "kernels": [...]}. Findings are those of `simt check --json`, and kernels, one entry or
// none without SIMT_COUNT, those of `simt profile --json`: docs/simt.md.
const char* simt_result_json(simt_result* result);

#ifdef __cplusplus
}
#endif

#endif
