// CUDA C++: the runtime API, and for clang in CUDA mode the language's built-in variables and
// functions. simtcc includes this in front of every .cu file, as nvcc does.
//
// The order follows clang's headers, which expect the standard library first and CUDA's types
// before the built-in variables.
#pragma once
#define __CUDA_RUNTIME_H__

#if defined(__CUDA__) && defined(__clang__)
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __NVCC__ 1
#include <__clang_cuda_math_forward_declares.h>
#endif

#if defined(__cplusplus)
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>  // which nvcc brings along: srand(time(NULL))
#include <string>
#include <utility>
#endif

#include "channel_descriptor.h"
#include "cuda.h"
#include "cuda_runtime_api.h"
#include "vector_types.h"

#if defined(__cplusplus)
#include "vector_functions.h"
#endif

#if defined(__CUDA__) && defined(__clang__)
// Functions of headers that are inlined have the line of the program that calls them.
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <__clang_cuda_builtin_vars.h>

#include "crt/libdevice.h"
// After libdevice.h:
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

#include "crt/address_spaces.h"
#include "crt/device_runtime.h"
#include "crt/math_overloads.h"
// After those:
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

#include "crt/warp_intrinsics.h"

#include "crt/atomic_functions.h"
#include "crt/device_intrinsics.h"
#include "crt/texture_functions.h"
#pragma clang attribute pop
// Once more, now that it can define operator new for the device.
#include <new>
#endif

#if defined(__cplusplus)
#include "crt/runtime_templates.h"
#endif
