// Arithmetic, comparisons and functions of __half and __half2.
#pragma once

#include "crt/half_types.h"

#pragma push_macro("FUNCTION")
#define FUNCTION static __host__ __device__ __forceinline__
#pragma push_macro("DEVICE")
#define DEVICE static __device__ __forceinline__

// Two halves as the device's f16x2.
typedef _Float16 __simt_half_pair __attribute__((ext_vector_type(2)));
FUNCTION __simt_half_pair __simt_pair(__half2 a) { return __builtin_bit_cast(__simt_half_pair, a); }
FUNCTION __half2 __simt_half2(__simt_half_pair a) { return __builtin_bit_cast(__half2, a); }

#pragma push_macro("OPERATION")
#define OPERATION(name, sign)                                                               \
  FUNCTION __half __h##name(__half a, __half b) { return a.native() sign b.native(); }      \
  FUNCTION __half __h##name##_rn(__half a, __half b) { return a.native() sign b.native(); } \
  FUNCTION __half operator sign(__half a, __half b) { return a.native() sign b.native(); }  \
  FUNCTION __half& operator sign##=(__half& a, __half b) { return a = a sign b; }           \
  FUNCTION __half2 __h##name##2(__half2 a, __half2 b) {                                     \
    return __simt_half2(__simt_pair(a) sign __simt_pair(b));                                \
  }                                                                                         \
  FUNCTION __half2 operator sign(__half2 a, __half2 b) { return __h##name##2(a, b); }       \
  FUNCTION __half2& operator sign##=(__half2& a, __half2 b) { return a = a sign b; }
OPERATION(add, +)
OPERATION(sub, -)
OPERATION(mul, *)
#pragma pop_macro("OPERATION")
// Through float, which rounds a quotient of halves right.
FUNCTION __half __hdiv(__half a, __half b) { return (float)a / (float)b; }
FUNCTION __half operator/(__half a, __half b) { return __hdiv(a, b); }
FUNCTION __half& operator/=(__half& a, __half b) { return a = a / b; }
FUNCTION __half2 __h2div(__half2 a, __half2 b) { return {a.x / b.x, a.y / b.y}; }
FUNCTION __half2 operator/(__half2 a, __half2 b) { return __h2div(a, b); }

FUNCTION __half __hneg(__half a) { return -a.native(); }
FUNCTION __half operator-(__half a) { return -a.native(); }
FUNCTION __half operator+(__half a) { return a; }
FUNCTION __half2 __hneg2(__half2 a) { return __simt_half2(-__simt_pair(a)); }
FUNCTION __half2 operator-(__half2 a) { return __hneg2(a); }
FUNCTION __half __habs(__half a) { return __half_raw{(unsigned short)(a.__x & 0x7fff)}; }
FUNCTION __half2 __habs2(__half2 a) { return {__habs(a.x), __habs(a.y)}; }

DEVICE __half __hfma(__half a, __half b, __half c) {
  __half d;
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(d.__x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return d;
}
DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  unsigned d;
  asm("fma.rn.f16x2 %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)),
        "r"(__builtin_bit_cast(unsigned, c)));
  return __builtin_bit_cast(__half2, d);
}

// Comparisons: a pair gives 1 or 0 for each half, and __hb..2 whether both hold.
#pragma push_macro("COMPARISON")
#define COMPARISON(name, sign)                                                           \
  FUNCTION bool __h##name(__half a, __half b) { return a.native() sign b.native(); }     \
  FUNCTION bool operator sign(__half a, __half b) { return a.native() sign b.native(); } \
  FUNCTION __half2 __h##name##2(__half2 a, __half2 b) {                                  \
    return {__half((int)(a.x sign b.x)), __half((int)(a.y sign b.y))};                   \
  }                                                                                      \
  FUNCTION bool __hb##name##2(__half2 a, __half2 b) { return a.x sign b.x && a.y sign b.y; }
COMPARISON(eq, ==)
COMPARISON(ne, !=)
COMPARISON(lt, <)
COMPARISON(le, <=)
COMPARISON(gt, >)
COMPARISON(ge, >=)
#pragma pop_macro("COMPARISON")
FUNCTION bool operator==(__half2 a, __half2 b) { return __hbeq2(a, b); }
FUNCTION bool operator!=(__half2 a, __half2 b) { return !__hbeq2(a, b); }
FUNCTION bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
FUNCTION int __hisinf(__half a) { return a.__x == 0x7c00 ? 1 : a.__x == 0xfc00 ? -1 : 0; }
FUNCTION __half __hmin(__half a, __half b) { return __builtin_fminf(a, b); }
FUNCTION __half __hmax(__half a, __half b) { return __builtin_fmaxf(a, b); }
FUNCTION __half2 __hmin2(__half2 a, __half2 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
FUNCTION __half2 __hmax2(__half2 a, __half2 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }

// Functions, by way of float.
#pragma push_macro("FUNCTION_OF_FLOAT")
#define FUNCTION_OF_FLOAT(name, f)                        \
  DEVICE __half h##name(__half a) { return f((float)a); } \
  DEVICE __half2 h2##name(__half2 a) { return {h##name(a.x), h##name(a.y)}; }
FUNCTION_OF_FLOAT(sqrt, sqrtf)
FUNCTION_OF_FLOAT(rsqrt, rsqrtf)
FUNCTION_OF_FLOAT(rcp, 1 /)
FUNCTION_OF_FLOAT(exp, expf)
FUNCTION_OF_FLOAT(exp2, exp2f)
FUNCTION_OF_FLOAT(exp10, exp10f)
FUNCTION_OF_FLOAT(log, logf)
FUNCTION_OF_FLOAT(log2, log2f)
FUNCTION_OF_FLOAT(log10, log10f)
FUNCTION_OF_FLOAT(sin, sinf)
FUNCTION_OF_FLOAT(cos, cosf)
FUNCTION_OF_FLOAT(tanh, tanhf)
FUNCTION_OF_FLOAT(floor, floorf)
FUNCTION_OF_FLOAT(ceil, ceilf)
FUNCTION_OF_FLOAT(trunc, truncf)
FUNCTION_OF_FLOAT(rint, rintf)
#pragma pop_macro("FUNCTION_OF_FLOAT")

// Shuffles, loads and atomics.
#pragma push_macro("SHUFFLE")
#define SHUFFLE(name, Lane)                                                                  \
  DEVICE __half name(unsigned mask, __half value, Lane lane, int width = 32) {               \
    return __half_raw{(unsigned short)name(mask, (unsigned)value.__x, lane, width)};         \
  }                                                                                          \
  DEVICE __half2 name(unsigned mask, __half2 value, Lane lane, int width = 32) {             \
    return __builtin_bit_cast(__half2,                                                       \
                              name(mask, __builtin_bit_cast(unsigned, value), lane, width)); \
  }
SHUFFLE(__shfl_sync, int)
SHUFFLE(__shfl_up_sync, unsigned)
SHUFFLE(__shfl_down_sync, unsigned)
SHUFFLE(__shfl_xor_sync, int)
#pragma pop_macro("SHUFFLE")
DEVICE __half __ldg(const __half* address) {
  return __half_raw{__ldg(reinterpret_cast<const unsigned short*>(address))};
}
DEVICE __half2 __ldg(const __half2* address) {
  return __builtin_bit_cast(__half2, __ldg(reinterpret_cast<const unsigned*>(address)));
}
DEVICE __half atomicAdd(__half* address, __half value) {
  __half old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old.__x)
               : "l"(address), "h"(value.__x)
               : "memory");
  return old;
}
DEVICE __half2 atomicAdd(__half2* address, __half2 value) {
  unsigned old;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(address), "r"(__builtin_bit_cast(unsigned, value))
               : "memory");
  return __builtin_bit_cast(__half2, old);
}

#pragma pop_macro("DEVICE")
#pragma pop_macro("FUNCTION")
