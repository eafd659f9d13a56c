// Integer types of PTX by name, and host arithmetic that cannot overflow.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

namespace simt::test {

using Wide = __int128;

template <class T>
Wide wide(T value) {
  return static_cast<Wide>(value);
}

// All bits of a * b (the product of two 64-bit unsigned values fits in the unsigned type only).
template <class T>
auto product(T a, T b) {
  using Product = std::conditional_t<std::is_signed_v<T>, Wide, unsigned __int128>;
  return static_cast<Product>(a) * static_cast<Product>(b);
}

template <class T>
T clamp(Wide value) {
  return static_cast<T>(
      std::clamp<Wide>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}

// "u32", "s32", ...
template <class T>
std::string integer_name() {
  return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T));
}

// f(T{}, "s32") for each type.
template <class... Types, class F>
void for_types(F f) {
  (f(Types{}, integer_name<Types>()), ...);
}

}  // namespace simt::test
