// The types __nv_bfloat16 and __nv_bfloat162 and their functions. Sums and products go through
// float, which has bits enough to round them right; fma is the device's own.
#pragma once

#pragma push_macro("BOTH")
#define BOTH __host__ __device__ __forceinline__
#pragma push_macro("FUNCTION")
#define FUNCTION static BOTH
#pragma push_macro("DEVICE")
#define DEVICE static __device__ __forceinline__

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __align__(2) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  BOTH __nv_bfloat16(__nv_bfloat16_raw raw) : __x(raw.x) {}
  BOTH __nv_bfloat16(float value) : __x(round(value)) {}
  BOTH __nv_bfloat16(double value) : __nv_bfloat16(static_cast<float>(value)) {}
  BOTH __nv_bfloat16(int value) : __nv_bfloat16(static_cast<float>(value)) {}
  BOTH __nv_bfloat16(unsigned value) : __nv_bfloat16(static_cast<float>(value)) {}
  BOTH operator __nv_bfloat16_raw() const { return {__x}; }
  BOTH operator float() const {
    return __builtin_bit_cast(float, static_cast<unsigned>(__x) << 16);
  }

 private:
  // To nearest, ties to even; every NaN is 0x7fff.
  static BOTH unsigned short round(float value) {
    const unsigned bits = __builtin_bit_cast(unsigned, value);
    if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff;
    return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  BOTH __nv_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) : x(low), y(high) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

FUNCTION __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16_raw{bits}; }
FUNCTION unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
FUNCTION __nv_bfloat16 __float2bfloat16(float a) { return a; }
FUNCTION __nv_bfloat16 __float2bfloat16_rn(float a) { return a; }
FUNCTION __nv_bfloat16 __double2bfloat16(double a) { return a; }
FUNCTION __nv_bfloat16 __int2bfloat16_rn(int a) { return a; }
FUNCTION float __bfloat162float(__nv_bfloat16 a) { return a; }
FUNCTION __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return {low, high};
}
FUNCTION __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
FUNCTION __nv_bfloat162 __float2bfloat162_rn(float a) { return {a, a}; }
FUNCTION __nv_bfloat162 __floats2bfloat162_rn(float low, float high) { return {low, high}; }
FUNCTION __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {a.x, a.y}; }
FUNCTION float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x, a.y}; }
FUNCTION __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
FUNCTION __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
FUNCTION float __low2float(__nv_bfloat162 a) { return a.x; }
FUNCTION float __high2float(__nv_bfloat162 a) { return a.y; }

#pragma push_macro("OPERATION")
#define OPERATION(name, sign)                                                   \
  FUNCTION __nv_bfloat16 __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {          \
    return (float)a sign(float) b;                                              \
  }                                                                             \
  FUNCTION __nv_bfloat16 operator sign(__nv_bfloat16 a, __nv_bfloat16 b) {      \
    return __h##name(a, b);                                                     \
  }                                                                             \
  FUNCTION __nv_bfloat16& operator sign##=(__nv_bfloat16& a, __nv_bfloat16 b) { \
    return a = __h##name(a, b);                                                 \
  }                                                                             \
  FUNCTION __nv_bfloat162 __h##name##2(__nv_bfloat162 a, __nv_bfloat162 b) {    \
    return {__h##name(a.x, b.x), __h##name(a.y, b.y)};                          \
  }                                                                             \
  FUNCTION __nv_bfloat162 operator sign(__nv_bfloat162 a, __nv_bfloat162 b) {   \
    return __h##name##2(a, b);                                                  \
  }
OPERATION(add, +)
OPERATION(sub, -)
OPERATION(mul, *)
OPERATION(div, /)
#pragma pop_macro("OPERATION")
FUNCTION __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{(unsigned short)(a.__x ^ 0x8000)};
}
FUNCTION __nv_bfloat16 operator-(__nv_bfloat16 a) { return __hneg(a); }
FUNCTION __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{(unsigned short)(a.__x & 0x7fff)};
}
FUNCTION __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __builtin_fminf(a, b); }
FUNCTION __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __builtin_fmaxf(a, b); }
FUNCTION bool __hisnan(__nv_bfloat16 a) { return (a.__x & 0x7fff) > 0x7f80; }

#pragma push_macro("COMPARISON")
#define COMPARISON(name, sign)                                                                 \
  FUNCTION bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a sign(float) b; } \
  FUNCTION bool operator sign(__nv_bfloat16 a, __nv_bfloat16 b) { return __h##name(a, b); }
COMPARISON(eq, ==)
COMPARISON(ne, !=)
COMPARISON(lt, <)
COMPARISON(le, <=)
COMPARISON(gt, >)
COMPARISON(ge, >=)
#pragma pop_macro("COMPARISON")

DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  __nv_bfloat16 d;
  asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(d.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return d;
}
DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  unsigned d;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)),
        "r"(__builtin_bit_cast(unsigned, c)));
  return __builtin_bit_cast(__nv_bfloat162, d);
}

#pragma pop_macro("DEVICE")
#pragma pop_macro("FUNCTION")
#pragma pop_macro("BOTH")
