// Which space a generic address belongs to, and what it is there.
#pragma once

#pragma push_macro("ADDRESS_SPACE")
#define ADDRESS_SPACE(Name, name, builtin, number)                                         \
  static __device__ __forceinline__ unsigned __is##Name(const void* pointer) {             \
    return __nvvm_isspacep_##builtin(pointer);                                             \
  }                                                                                        \
  static __device__ __forceinline__ size_t __cvta_generic_to_##name(const void* pointer) { \
    return (size_t)(const void __attribute__((address_space(number)))*)pointer;            \
  }                                                                                        \
  static __device__ __forceinline__ void* __cvta_##name##_to_generic(size_t address) {     \
    return (void*)(void __attribute__((address_space(number)))*)address;                   \
  }
ADDRESS_SPACE(Global, global, global, 1)
ADDRESS_SPACE(Shared, shared, shared, 3)
ADDRESS_SPACE(Constant, constant, const, 4)
ADDRESS_SPACE(Local, local, local, 5)
#pragma pop_macro("ADDRESS_SPACE")
