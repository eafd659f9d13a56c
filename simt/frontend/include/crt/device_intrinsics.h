// Intrinsics that clang's own CUDA headers lack: loads and stores with a cache hint, dot products,
// a timer.
#pragma once

#pragma push_macro("DEVICE")
#define DEVICE static __device__ __forceinline__

// Loads and stores with a cache hint. The asm names the element's PTX type; bytes and shorts travel
// in wider registers.
#pragma push_macro("LOAD")
#define LOAD(name, hint, T, type, constraint, word)                                              \
  DEVICE T name(const T* address) {                                                              \
    word value;                                                                                  \
    asm volatile("ld.global" hint "." type " %0, [%1];" : "=" constraint(value) : "l"(address)); \
    return (T)value;                                                                             \
  }
#pragma push_macro("LOAD2")
#define LOAD2(name, hint, T, type, constraint)                   \
  DEVICE T name(const T* address) {                              \
    T v;                                                         \
    asm volatile("ld.global" hint ".v2." type " {%0, %1}, [%2];" \
                 : "=" constraint(v.x), "=" constraint(v.y)      \
                 : "l"(address));                                \
    return v;                                                    \
  }
#pragma push_macro("LOAD4")
#define LOAD4(name, hint, T, type, constraint)                                    \
  DEVICE T name(const T* address) {                                               \
    T v;                                                                          \
    asm volatile("ld.global" hint ".v4." type " {%0, %1, %2, %3}, [%4];"          \
                 : "=" constraint(v.x), "=" constraint(v.y), "=" constraint(v.z), \
                   "=" constraint(v.w)                                            \
                 : "l"(address));                                                 \
    return v;                                                                     \
  }
#pragma push_macro("LOADS")
#define LOADS(name, hint)                                              \
  LOAD(name, hint, char, "s8", "r", int)                               \
  LOAD(name, hint, signed char, "s8", "r", int)                        \
  LOAD(name, hint, unsigned char, "u8", "r", unsigned)                 \
  LOAD(name, hint, short, "s16", "h", short)                           \
  LOAD(name, hint, unsigned short, "u16", "h", unsigned short)         \
  LOAD(name, hint, int, "s32", "r", int)                               \
  LOAD(name, hint, unsigned, "u32", "r", unsigned)                     \
  LOAD(name, hint, long, "s64", "l", long)                             \
  LOAD(name, hint, unsigned long, "u64", "l", unsigned long)           \
  LOAD(name, hint, long long, "s64", "l", long long)                   \
  LOAD(name, hint, unsigned long long, "u64", "l", unsigned long long) \
  LOAD(name, hint, float, "f32", "f", float)                           \
  LOAD(name, hint, double, "f64", "d", double)                         \
  LOAD2(name, hint, int2, "s32", "r")                                  \
  LOAD2(name, hint, uint2, "u32", "r")                                 \
  LOAD2(name, hint, float2, "f32", "f")                                \
  LOAD2(name, hint, double2, "f64", "d")                               \
  LOAD2(name, hint, longlong2, "s64", "l")                             \
  LOAD2(name, hint, ulonglong2, "u64", "l")                            \
  LOAD4(name, hint, int4, "s32", "r")                                  \
  LOAD4(name, hint, uint4, "u32", "r")                                 \
  LOAD4(name, hint, float4, "f32", "f")
LOADS(__ldcg, ".cg")
LOADS(__ldca, ".ca")
LOADS(__ldcs, ".cs")
LOADS(__ldlu, ".lu")
LOADS(__ldcv, ".cv")
#pragma pop_macro("LOADS")
#pragma pop_macro("LOAD4")
#pragma pop_macro("LOAD2")
#pragma pop_macro("LOAD")

#pragma push_macro("STORE")
#define STORE(name, hint, T, type, constraint, word)                                            \
  DEVICE void name(T* address, T value) {                                                       \
    asm volatile("st.global" hint "." type " [%0], %1;" ::"l"(address), constraint((word)value) \
                 : "memory");                                                                   \
  }
#pragma push_macro("STORE2")
#define STORE2(name, hint, T, type, constraint)                                                   \
  DEVICE void name(T* address, T v) {                                                             \
    asm volatile("st.global" hint ".v2." type " [%0], {%1, %2};" ::"l"(address), constraint(v.x), \
                 constraint(v.y)                                                                  \
                 : "memory");                                                                     \
  }
#pragma push_macro("STORE4")
#define STORE4(name, hint, T, type, constraint)                                          \
  DEVICE void name(T* address, T v) {                                                    \
    asm volatile("st.global" hint ".v4." type " [%0], {%1, %2, %3, %4};" ::"l"(address), \
                 constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w)      \
                 : "memory");                                                            \
  }
#pragma push_macro("STORES")
#define STORES(name, hint)                                              \
  STORE(name, hint, char, "b8", "r", int)                               \
  STORE(name, hint, signed char, "b8", "r", int)                        \
  STORE(name, hint, unsigned char, "b8", "r", unsigned)                 \
  STORE(name, hint, short, "b16", "h", short)                           \
  STORE(name, hint, unsigned short, "b16", "h", unsigned short)         \
  STORE(name, hint, int, "b32", "r", int)                               \
  STORE(name, hint, unsigned, "b32", "r", unsigned)                     \
  STORE(name, hint, long, "b64", "l", long)                             \
  STORE(name, hint, unsigned long, "b64", "l", unsigned long)           \
  STORE(name, hint, long long, "b64", "l", long long)                   \
  STORE(name, hint, unsigned long long, "b64", "l", unsigned long long) \
  STORE(name, hint, float, "f32", "f", float)                           \
  STORE(name, hint, double, "f64", "d", double)                         \
  STORE2(name, hint, int2, "b32", "r")                                  \
  STORE2(name, hint, uint2, "b32", "r")                                 \
  STORE2(name, hint, float2, "f32", "f")                                \
  STORE2(name, hint, double2, "f64", "d")                               \
  STORE2(name, hint, longlong2, "b64", "l")                             \
  STORE2(name, hint, ulonglong2, "b64", "l")                            \
  STORE4(name, hint, int4, "b32", "r")                                  \
  STORE4(name, hint, uint4, "b32", "r")                                 \
  STORE4(name, hint, float4, "f32", "f")
STORES(__stwb, ".wb")
STORES(__stcg, ".cg")
STORES(__stcs, ".cs")
STORES(__stwt, ".wt")
#pragma pop_macro("STORES")
#pragma pop_macro("STORE4")
#pragma pop_macro("STORE2")
#pragma pop_macro("STORE")

// Dot products of packed bytes (dp4a) and of shorts with bytes (dp2a).
#pragma push_macro("DOT")
#define DOT(name, T, instruction)                                           \
  DEVICE T name(T a, T b, T c) {                                            \
    T d;                                                                    \
    asm(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
    return d;                                                               \
  }
DOT(__dp4a, int, "dp4a.s32.s32")
DOT(__dp4a, unsigned, "dp4a.u32.u32")
DOT(__dp2a_lo, int, "dp2a.lo.s32.s32")
DOT(__dp2a_lo, unsigned, "dp2a.lo.u32.u32")
DOT(__dp2a_hi, int, "dp2a.hi.s32.s32")
DOT(__dp2a_hi, unsigned, "dp2a.hi.u32.u32")
#pragma pop_macro("DOT")
DEVICE int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}

// Nanoseconds.
DEVICE unsigned long long __globaltimer() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}

#pragma pop_macro("DEVICE")
