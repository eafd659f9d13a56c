// CUDA's vector types (int4, float2, ...) with their alignments, and dim3.
//
// SIMT_VECTORS(name, element, align2, align4): name1 to name4; vectors of one and of three elements
// have the alignment of the element (CUDA C++ Programming Guide, "Built-in Vector Types").
#pragma once
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

#define SIMT_VECTORS(name, element, align2, align4) \
  struct name##1 {                                  \
    element x;                                      \
  };                                                \
  struct __align__(align2) name##2 {                \
    element x, y;                                   \
  };                                                \
  struct name##3 {                                  \
    element x, y, z;                                \
  };                                                \
  struct __align__(align4) name##4 {                \
    element x, y, z, w;                             \
  };                                                \
  typedef struct name##1 name##1;                   \
  typedef struct name##2 name##2;                   \
  typedef struct name##3 name##3;                   \
  typedef struct name##4 name##4;

SIMT_VECTORS(char, signed char, 2, 4)
SIMT_VECTORS(uchar, unsigned char, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(ushort, unsigned short, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(uint, unsigned int, 8, 16)
SIMT_VECTORS(long, long int, 16, 16)
SIMT_VECTORS(ulong, unsigned long int, 16, 16)
SIMT_VECTORS(longlong, long long int, 16, 16)
SIMT_VECTORS(ulonglong, unsigned long long int, 16, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)

#undef SIMT_VECTORS

// Since CUDA 13: four 8-byte elements with the alignment in the name.
#define SIMT_VECTOR4(name, element, bytes) \
  struct __align__(bytes) name {           \
    element x, y, z, w;                    \
  };                                       \
  typedef struct name name;

SIMT_VECTOR4(long4_16a, long int, 16)
SIMT_VECTOR4(long4_32a, long int, 32)
SIMT_VECTOR4(ulong4_16a, unsigned long int, 16)
SIMT_VECTOR4(ulong4_32a, unsigned long int, 32)
SIMT_VECTOR4(longlong4_16a, long long int, 16)
SIMT_VECTOR4(longlong4_32a, long long int, 32)
SIMT_VECTOR4(ulonglong4_16a, unsigned long long int, 16)
SIMT_VECTOR4(ulonglong4_32a, unsigned long long int, 32)
SIMT_VECTOR4(double4_16a, double, 16)
SIMT_VECTOR4(double4_32a, double, 32)

#undef SIMT_VECTOR4

// The size of a grid or a block.
struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;
