// make_int4(x, y, z, w) and its relatives.
#pragma once
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#pragma push_macro("MAKE")
#define MAKE(name, element)                                                                   \
  static inline __host__ __device__ name##1 make_##name##1(element x) { return {x}; }         \
  static inline __host__ __device__ name##2 make_##name##2(element x, element y) {            \
    return {x, y};                                                                            \
  }                                                                                           \
  static inline __host__ __device__ name##3 make_##name##3(element x, element y, element z) { \
    return {x, y, z};                                                                         \
  }                                                                                           \
  static inline __host__ __device__ name##4 make_##name##4(element x, element y, element z,   \
                                                           element w) {                       \
    return {x, y, z, w};                                                                      \
  }
MAKE(char, signed char)
MAKE(uchar, unsigned char)
MAKE(short, short)
MAKE(ushort, unsigned short)
MAKE(int, int)
MAKE(uint, unsigned int)
MAKE(long, long int)
MAKE(ulong, unsigned long int)
MAKE(longlong, long long int)
MAKE(ulonglong, unsigned long long int)
MAKE(float, float)
MAKE(double, double)
#pragma pop_macro("MAKE")
