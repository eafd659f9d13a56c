// Overloads of CUDA's mathematics that neither clang's headers nor the host's library have.
#pragma once

#pragma push_macro("BOTH")
#define BOTH static __host__ __device__ __forceinline__

// min and max of every pair of arithmetic types that CUDA lists. clang's headers have those of ints
// for the device.
static inline __host__ int min(int a, int b) { return a < b ? a : b; }
static inline __host__ int max(int a, int b) { return a > b ? a : b; }
#pragma push_macro("MIN_MAX")
#define MIN_MAX(A, B, T)                                     \
  BOTH T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; } \
  BOTH T max(A a, B b) { return (T)a > (T)b ? (T)a : (T)b; }
MIN_MAX(unsigned, unsigned, unsigned)
MIN_MAX(int, unsigned, unsigned)
MIN_MAX(unsigned, int, unsigned)
MIN_MAX(long, long, long)
MIN_MAX(unsigned long, unsigned long, unsigned long)
MIN_MAX(long, unsigned long, unsigned long)
MIN_MAX(unsigned long, long, unsigned long)
MIN_MAX(long long, long long, long long)
MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
MIN_MAX(long long, unsigned long long, unsigned long long)
MIN_MAX(unsigned long long, long long, unsigned long long)
#pragma pop_macro("MIN_MAX")
BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
BOTH double max(double a, float b) { return __builtin_fmax(a, b); }

// What CUDA adds to the host's library.
static inline __host__ double rsqrt(double a) { return 1 / __builtin_sqrt(a); }
static inline __host__ float rsqrtf(float a) { return (float)(1 / __builtin_sqrt((double)a)); }
static inline __host__ double rcbrt(double a) { return 1 / __builtin_cbrt(a); }
static inline __host__ float rcbrtf(float a) { return (float)(1 / __builtin_cbrt((double)a)); }

// Of floats, by the names of the double functions.
static inline __host__ float rsqrt(float a) { return rsqrtf(a); }
static inline __host__ float rcbrt(float a) { return rcbrtf(a); }
#pragma push_macro("OF_FLOAT")
#define OF_FLOAT(name) \
  static __device__ __forceinline__ float name(float a) { return name##f(a); }
OF_FLOAT(rsqrt)
OF_FLOAT(rcbrt)
OF_FLOAT(sinpi)
OF_FLOAT(cospi)
OF_FLOAT(erfinv)
OF_FLOAT(erfcinv)
OF_FLOAT(erfcx)
OF_FLOAT(normcdf)
OF_FLOAT(normcdfinv)
OF_FLOAT(exp10)
// Declared by clang's __clang_cuda_math_forward_declares.h, and defined by nobody else.
OF_FLOAT(acosh)
OF_FLOAT(asinh)
OF_FLOAT(atanh)
OF_FLOAT(cbrt)
OF_FLOAT(erf)
OF_FLOAT(erfc)
OF_FLOAT(exp2)
OF_FLOAT(expm1)
OF_FLOAT(lgamma)
OF_FLOAT(log1p)
OF_FLOAT(log2)
OF_FLOAT(logb)
OF_FLOAT(nearbyint)
OF_FLOAT(rint)
OF_FLOAT(round)
OF_FLOAT(tgamma)
OF_FLOAT(trunc)
#pragma pop_macro("OF_FLOAT")
#pragma push_macro("OF_TWO_FLOATS")
#define OF_TWO_FLOATS(name) \
  static __device__ __forceinline__ float name(float a, float b) { return name##f(a, b); }
OF_TWO_FLOATS(copysign)
OF_TWO_FLOATS(fdim)
OF_TWO_FLOATS(fmax)
OF_TWO_FLOATS(fmin)
OF_TWO_FLOATS(hypot)
OF_TWO_FLOATS(nextafter)
OF_TWO_FLOATS(remainder)
#pragma pop_macro("OF_TWO_FLOATS")
static __device__ __forceinline__ float fma(float a, float b, float c) { return fmaf(a, b, c); }
static __device__ __forceinline__ int ilogb(float a) { return ilogbf(a); }
static __device__ __forceinline__ long lrint(float a) { return lrintf(a); }
static __device__ __forceinline__ long lround(float a) { return lroundf(a); }
static __device__ __forceinline__ long long llrint(float a) { return llrintf(a); }
static __device__ __forceinline__ long long llround(float a) { return llroundf(a); }
static __device__ __forceinline__ float scalbn(float a, int n) { return scalbnf(a, n); }
static __device__ __forceinline__ float scalbln(float a, long n) { return scalblnf(a, n); }
static __device__ __forceinline__ float nanf(const char*) { return __builtin_nanf(""); }
static __device__ __forceinline__ double nan(const char*) { return __builtin_nan(""); }
static __device__ __forceinline__ void sincospi(float a, float* sine, float* cosine) {
  sincospif(a, sine, cosine);
}
static __device__ __forceinline__ void sincos(float a, float* sine, float* cosine) {
  sincosf(a, sine, cosine);
}

#pragma pop_macro("BOTH")
