// The functions of NVIDIA's device library that have an instruction of their own, under the names
// that clang's CUDA headers call them by. The others (__nv_sinf, ...) stay calls, which simt
// answers: exec/intrinsics_math.cpp.
//
// Which name is which instruction: CUDA Math API and libdevice User's Guide.
#pragma once

#include <__clang_cuda_libdevice_declares.h>

#pragma push_macro("LIBDEVICE")
#define LIBDEVICE extern "C" __device__ inline __attribute__((always_inline))

// One function for each rounding: the PTX names are rn, rz, rm (rd) and rp (ru).
#pragma push_macro("ROUNDED")
#define ROUNDED(result, name, builtin, suffix, parameters, arguments)                     \
  LIBDEVICE result __nv_##name##_rn parameters { return builtin##_rn##suffix arguments; } \
  LIBDEVICE result __nv_##name##_rz parameters { return builtin##_rz##suffix arguments; } \
  LIBDEVICE result __nv_##name##_rd parameters { return builtin##_rm##suffix arguments; } \
  LIBDEVICE result __nv_##name##_ru parameters { return builtin##_rp##suffix arguments; }

ROUNDED(float, fadd, __nvvm_add, _f, (float a, float b), (a, b))
ROUNDED(float, fsub, __nvvm_add, _f, (float a, float b), (a, -b))
ROUNDED(float, fmul, __nvvm_mul, _f, (float a, float b), (a, b))
ROUNDED(float, fdiv, __nvvm_div, _f, (float a, float b), (a, b))
ROUNDED(float, frcp, __nvvm_rcp, _f, (float a), (a))
ROUNDED(float, fsqrt, __nvvm_sqrt, _f, (float a), (a))
ROUNDED(float, fmaf, __nvvm_fma, _f, (float a, float b, float c), (a, b, c))
ROUNDED(float, fmaf_ieee, __nvvm_fma, _f, (float a, float b, float c), (a, b, c))
ROUNDED(double, dadd, __nvvm_add, _d, (double a, double b), (a, b))
ROUNDED(double, dsub, __nvvm_add, _d, (double a, double b), (a, -b))
ROUNDED(double, dmul, __nvvm_mul, _d, (double a, double b), (a, b))
ROUNDED(double, ddiv, __nvvm_div, _d, (double a, double b), (a, b))
ROUNDED(double, drcp, __nvvm_rcp, _d, (double a), (a))
ROUNDED(double, dsqrt, __nvvm_sqrt, _d, (double a), (a))
ROUNDED(double, fma, __nvvm_fma, _d, (double a, double b, double c), (a, b, c))

ROUNDED(int, float2int, __nvvm_f2i, , (float a), (a))
ROUNDED(unsigned int, float2uint, __nvvm_f2ui, , (float a), (a))
ROUNDED(long long, float2ll, __nvvm_f2ll, , (float a), (a))
ROUNDED(unsigned long long, float2ull, __nvvm_f2ull, , (float a), (a))
ROUNDED(int, double2int, __nvvm_d2i, , (double a), (a))
ROUNDED(unsigned int, double2uint, __nvvm_d2ui, , (double a), (a))
ROUNDED(long long, double2ll, __nvvm_d2ll, , (double a), (a))
ROUNDED(unsigned long long, double2ull, __nvvm_d2ull, , (double a), (a))
ROUNDED(float, double2float, __nvvm_d2f, , (double a), (a))
#pragma pop_macro("ROUNDED")

// Integers as floats. clang 19 takes the builtins of rz for plain conversions, which round to
// nearest: hence the assembly.
#pragma push_macro("CONVERTED")
#define CONVERTED(result, name, builtin, type, instruction, to, from)    \
  LIBDEVICE result __nv_##name##_rn(type a) { return builtin##_rn(a); }  \
  LIBDEVICE result __nv_##name##_rd(type a) { return builtin##_rm(a); }  \
  LIBDEVICE result __nv_##name##_ru(type a) { return builtin##_rp(a); }  \
  LIBDEVICE result __nv_##name##_rz(type a) {                            \
    result converted;                                                    \
    asm("cvt.rz." instruction " %0, %1;" : "=" to(converted) : from(a)); \
    return converted;                                                    \
  }

CONVERTED(float, int2float, __nvvm_i2f, int, "f32.s32", "f", "r")
CONVERTED(float, uint2float, __nvvm_ui2f, unsigned int, "f32.u32", "f", "r")
CONVERTED(float, ll2float, __nvvm_ll2f, long long, "f32.s64", "f", "l")
CONVERTED(float, ull2float, __nvvm_ull2f, unsigned long long, "f32.u64", "f", "l")
CONVERTED(double, ll2double, __nvvm_ll2d, long long, "f64.s64", "d", "l")
CONVERTED(double, ull2double, __nvvm_ull2d, unsigned long long, "f64.u64", "d", "l")
#pragma pop_macro("CONVERTED")

LIBDEVICE double __nv_int2double_rn(int a) { return a; }
LIBDEVICE double __nv_uint2double_rn(unsigned int a) { return a; }
LIBDEVICE unsigned short __nv_float2half_rn(float a) {
  return __builtin_bit_cast(unsigned short, static_cast<_Float16>(a));
}
LIBDEVICE float __nv_half2float(unsigned short a) { return __builtin_bit_cast(_Float16, a); }

// Bits of one type as another.
LIBDEVICE int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
LIBDEVICE unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
LIBDEVICE float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
LIBDEVICE float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
// Versions of clang declare the next result, and that of uhadd, with either sign.
LIBDEVICE decltype(__nv_double_as_longlong(0.0)) __nv_double_as_longlong(double a) {
  return __builtin_bit_cast(long long, a);
}
LIBDEVICE double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
LIBDEVICE int __nv_double2hiint(double a) { return __nvvm_d2i_hi(a); }
LIBDEVICE int __nv_double2loint(double a) { return __nvvm_d2i_lo(a); }
LIBDEVICE double __nv_hiloint2double(int high, int low) { return __nvvm_lohi_i2d(low, high); }

// Integers.
LIBDEVICE int __nv_abs(int a) { return __builtin_abs(a); }
LIBDEVICE long long __nv_llabs(long long a) { return __builtin_llabs(a); }
LIBDEVICE int __nv_min(int a, int b) { return a < b ? a : b; }
LIBDEVICE int __nv_max(int a, int b) { return a > b ? a : b; }
LIBDEVICE unsigned int __nv_umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
LIBDEVICE unsigned int __nv_umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
LIBDEVICE long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
LIBDEVICE long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
LIBDEVICE unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
LIBDEVICE unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}
LIBDEVICE int __nv_mulhi(int a, int b) { return __nvvm_mulhi_i(a, b); }
LIBDEVICE unsigned int __nv_umulhi(unsigned int a, unsigned int b) { return __nvvm_mulhi_ui(a, b); }
LIBDEVICE long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
LIBDEVICE unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) {
  return __nvvm_mulhi_ull(a, b);
}
LIBDEVICE int __nv_mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
LIBDEVICE unsigned int __nv_umul24(unsigned int a, unsigned int b) { return __nvvm_mul24_ui(a, b); }
LIBDEVICE int __nv_sad(int a, int b, int c) { return __nvvm_sad_i(a, b, c); }
LIBDEVICE unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) {
  return __nvvm_sad_ui(a, b, c);
}
LIBDEVICE int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
LIBDEVICE int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
LIBDEVICE decltype(__nv_uhadd(0u, 0u)) __nv_uhadd(unsigned int a, unsigned int b) {
  return (a & b) + ((a ^ b) >> 1);
}
LIBDEVICE unsigned int __nv_urhadd(unsigned int a, unsigned int b) {
  return (a | b) - ((a ^ b) >> 1);
}
LIBDEVICE int __nv_clz(int a) { return a ? __builtin_clz(a) : 32; }
LIBDEVICE int __nv_clzll(long long a) { return a ? __builtin_clzll(a) : 64; }
LIBDEVICE int __nv_ffs(int a) { return __builtin_ffs(a); }
LIBDEVICE int __nv_ffsll(long long a) { return __builtin_ffsll(a); }
LIBDEVICE int __nv_popc(unsigned int a) { return __builtin_popcount(a); }
LIBDEVICE int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
LIBDEVICE unsigned int __nv_brev(unsigned int a) { return __builtin_bitreverse32(a); }
LIBDEVICE unsigned long long __nv_brevll(unsigned long long a) { return __builtin_bitreverse64(a); }
LIBDEVICE unsigned int __nv_byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
  return __nvvm_prmt(a, b, selector);
}

// Floating point.
LIBDEVICE float __nv_fabsf(float a) { return __builtin_fabsf(a); }
LIBDEVICE double __nv_fabs(double a) { return __builtin_fabs(a); }
LIBDEVICE float __nv_copysignf(float a, float b) { return __builtin_copysignf(a, b); }
LIBDEVICE double __nv_copysign(double a, double b) { return __builtin_copysign(a, b); }
LIBDEVICE float __nv_fminf(float a, float b) { return __builtin_fminf(a, b); }
LIBDEVICE double __nv_fmin(double a, double b) { return __builtin_fmin(a, b); }
LIBDEVICE float __nv_fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
LIBDEVICE double __nv_fmax(double a, double b) { return __builtin_fmax(a, b); }
LIBDEVICE float __nv_floorf(float a) { return __builtin_floorf(a); }
LIBDEVICE double __nv_floor(double a) { return __builtin_floor(a); }
LIBDEVICE float __nv_ceilf(float a) { return __builtin_ceilf(a); }
LIBDEVICE double __nv_ceil(double a) { return __builtin_ceil(a); }
LIBDEVICE float __nv_truncf(float a) { return __builtin_truncf(a); }
LIBDEVICE double __nv_trunc(double a) { return __builtin_trunc(a); }
LIBDEVICE float __nv_roundf(float a) { return __builtin_roundf(a); }
LIBDEVICE double __nv_round(double a) { return __builtin_round(a); }
LIBDEVICE float __nv_rintf(float a) { return __builtin_rintf(a); }
LIBDEVICE double __nv_rint(double a) { return __builtin_rint(a); }
LIBDEVICE float __nv_nearbyintf(float a) { return __builtin_nearbyintf(a); }
LIBDEVICE double __nv_nearbyint(double a) { return __builtin_nearbyint(a); }
LIBDEVICE long long __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
LIBDEVICE long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }
LIBDEVICE float __nv_fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
LIBDEVICE double __nv_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
LIBDEVICE float __nv_sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
LIBDEVICE double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
LIBDEVICE float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
LIBDEVICE double __nv_rsqrt(double a) { return 1 / __nvvm_sqrt_rn_d(a); }
LIBDEVICE float __nv_frsqrt_rn(float a) { return 1 / __nvvm_sqrt_rn_d(a); }
LIBDEVICE float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }
LIBDEVICE int __nv_isnanf(float a) { return __builtin_isnan(a); }
LIBDEVICE int __nv_isnand(double a) { return __builtin_isnan(a); }
LIBDEVICE int __nv_isinff(float a) { return __builtin_isinf(a); }
LIBDEVICE int __nv_isinfd(double a) { return __builtin_isinf(a); }
LIBDEVICE int __nv_finitef(float a) { return __builtin_isfinite(a); }
LIBDEVICE int __nv_isfinited(double a) { return __builtin_isfinite(a); }
LIBDEVICE int __nv_signbitf(float a) { return __builtin_signbit(a); }
LIBDEVICE int __nv_signbitd(double a) { return __builtin_signbit(a); }

// The fast, less accurate ones.
LIBDEVICE float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
LIBDEVICE float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
LIBDEVICE float __nv_fast_tanf(float a) {
  return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a));
}
LIBDEVICE void __nv_fast_sincosf(float a, float* sine, float* cosine) {
  *sine = __nvvm_sin_approx_f(a);
  *cosine = __nvvm_cos_approx_f(a);
}
LIBDEVICE float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
LIBDEVICE float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
LIBDEVICE float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147180559945f; }
LIBDEVICE float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.301029995663981f; }
LIBDEVICE float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.442695040888963f); }
LIBDEVICE float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.321928094887362f); }
LIBDEVICE float __nv_fast_powf(float a, float b) {
  return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a));
}

// Functions with results in memory, over calls without.
#pragma push_macro("WITH_POINTERS")
#define WITH_POINTERS(T, f)                                                                   \
  extern "C" __device__ T __nv_frexp_mantissa##f(T);                                          \
  extern "C" __device__ int __nv_frexp_exponent##f(T);                                        \
  extern "C" __device__ int __nv_remquo_quotient##f(T, T);                                    \
  LIBDEVICE void __nv_sincos##f(T a, T* sine, T* cosine) {                                    \
    *sine = __nv_sin##f(a);                                                                   \
    *cosine = __nv_cos##f(a);                                                                 \
  }                                                                                           \
  LIBDEVICE void __nv_sincospi##f(T a, T* sine, T* cosine) {                                  \
    *sine = __nv_sinpi##f(a);                                                                 \
    *cosine = __nv_cospi##f(a);                                                               \
  }                                                                                           \
  LIBDEVICE T __nv_frexp##f(T a, int* exponent) {                                             \
    *exponent = __nv_frexp_exponent##f(a);                                                    \
    return __nv_frexp_mantissa##f(a);                                                         \
  }                                                                                           \
  LIBDEVICE T __nv_modf##f(T a, T* whole) {                                                   \
    *whole = __nv_trunc##f(a);                                                                \
    return __nv_copysign##f(__builtin_isinf(a) ? 0 : a - *whole, a);                          \
  }                                                                                           \
  LIBDEVICE T __nv_remquo##f(T a, T b, int* quotient) {                                       \
    *quotient = __nv_remquo_quotient##f(a, b);                                                \
    return __nv_remainder##f(a, b);                                                           \
  }                                                                                           \
  LIBDEVICE T __nv_norm3d##f(T a, T b, T c) { return __nv_hypot##f(__nv_hypot##f(a, b), c); } \
  LIBDEVICE T __nv_norm4d##f(T a, T b, T c, T d) {                                            \
    return __nv_hypot##f(__nv_hypot##f(a, b), __nv_hypot##f(c, d));                           \
  }                                                                                           \
  LIBDEVICE T __nv_rnorm3d##f(T a, T b, T c) { return 1 / __nv_norm3d##f(a, b, c); }          \
  LIBDEVICE T __nv_rnorm4d##f(T a, T b, T c, T d) { return 1 / __nv_norm4d##f(a, b, c, d); }  \
  LIBDEVICE T __nv_norm##f(int n, const T* a) {                                               \
    T sum = 0;                                                                                \
    for (int i = 0; i < n; ++i) sum = __nv_hypot##f(sum, a[i]);                               \
    return sum;                                                                               \
  }                                                                                           \
  LIBDEVICE T __nv_rnorm##f(int n, const T* a) { return 1 / __nv_norm##f(n, a); }
WITH_POINTERS(float, f)
WITH_POINTERS(double, )
#pragma pop_macro("WITH_POINTERS")

#pragma pop_macro("LIBDEVICE")
