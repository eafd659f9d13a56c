// The types __half and __half2, and how numbers become halves.
#pragma once

#pragma push_macro("BOTH")
#define BOTH __host__ __device__ __forceinline__

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  unsigned short __x;

  __half() = default;
  BOTH __half(__half_raw raw) : __x(raw.x) {}
  BOTH __half(_Float16 value) : __x(__builtin_bit_cast(unsigned short, value)) {}
  BOTH __half(float value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(double value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(short value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(unsigned short value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(int value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(unsigned value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(long value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(unsigned long value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(long long value) : __half(static_cast<_Float16>(value)) {}
  BOTH __half(unsigned long long value) : __half(static_cast<_Float16>(value)) {}
  BOTH operator __half_raw() const { return {__x}; }
  BOTH operator float() const { return native(); }
  BOTH explicit operator bool() const { return native() != 0; }
  BOTH explicit operator short() const { return static_cast<short>(native()); }
  BOTH explicit operator int() const { return static_cast<int>(native()); }
  BOTH explicit operator unsigned() const { return static_cast<unsigned>(native()); }
  BOTH explicit operator long long() const { return static_cast<long long>(native()); }
  BOTH _Float16 native() const { return __builtin_bit_cast(_Float16, __x); }
};

struct __align__(4) __half2 {
  __half x, y;

  __half2() = default;
  BOTH __half2(__half low, __half high) : x(low), y(high) {}
  BOTH __half2(__half2_raw raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
  BOTH operator __half2_raw() const { return {x.__x, y.__x}; }
};

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#pragma push_macro("FUNCTION")
#define FUNCTION static BOTH

FUNCTION __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
FUNCTION __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }
FUNCTION unsigned short __half_as_ushort(__half h) { return h.__x; }
FUNCTION short __half_as_short(__half h) { return (short)h.__x; }

FUNCTION __half __float2half(float a) { return a; }
FUNCTION __half __float2half_rn(float a) { return a; }
FUNCTION __half __double2half(double a) { return a; }
FUNCTION float __half2float(__half a) { return a; }
FUNCTION __half __int2half_rn(int a) { return a; }
FUNCTION __half __uint2half_rn(unsigned a) { return a; }
FUNCTION __half __short2half_rn(short a) { return a; }
FUNCTION __half __ushort2half_rn(unsigned short a) { return a; }
FUNCTION __half __ll2half_rn(long long a) { return a; }
FUNCTION __half __ull2half_rn(unsigned long long a) { return a; }
FUNCTION int __half2int_rz(__half a) { return (int)a.native(); }
FUNCTION unsigned __half2uint_rz(__half a) { return (unsigned)a.native(); }
FUNCTION short __half2short_rz(__half a) { return (short)a.native(); }

FUNCTION __half2 __halves2half2(__half low, __half high) { return {low, high}; }
FUNCTION __half2 make_half2(__half low, __half high) { return {low, high}; }
FUNCTION __half2 __half2half2(__half a) { return {a, a}; }
FUNCTION __half2 __float2half2_rn(float a) { return {a, a}; }
FUNCTION __half2 __floats2half2_rn(float low, float high) { return {low, high}; }
FUNCTION __half2 __float22half2_rn(float2 a) { return {a.x, a.y}; }
FUNCTION float2 __half22float2(__half2 a) { return {a.x, a.y}; }
FUNCTION __half __low2half(__half2 a) { return a.x; }
FUNCTION __half __high2half(__half2 a) { return a.y; }
FUNCTION float __low2float(__half2 a) { return a.x; }
FUNCTION float __high2float(__half2 a) { return a.y; }
FUNCTION __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
FUNCTION __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
FUNCTION __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
FUNCTION __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
FUNCTION __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }

// With the other roundings, on the device.
#pragma push_macro("ROUNDED")
#define ROUNDED(rounding)                                                       \
  static __device__ __forceinline__ int __half2int_##rounding(__half a) {       \
    return __float2int_##rounding(a);                                           \
  }                                                                             \
  static __device__ __forceinline__ unsigned __half2uint_##rounding(__half a) { \
    return __float2uint_##rounding(a);                                          \
  }
ROUNDED(rn)
ROUNDED(rd)
ROUNDED(ru)
#pragma pop_macro("ROUNDED")
static __device__ __forceinline__ __half __float2half_rz(float a) {
  unsigned short bits;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(bits) : "f"(a));
  return __half_raw{bits};
}

#pragma pop_macro("FUNCTION")
#pragma pop_macro("BOTH")
