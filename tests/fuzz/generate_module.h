// PTX modules made of bytes, by the table of opcodes: mostly valid, here and there slightly wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace simt::fuzz {

// The bytes that decide, one decision after another; zeros once they are used up.
class Choices {
 public:
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  // From 0 to count - 1.
  uint32_t below(uint32_t count);
  // True in about one of `count` cases, and never at the end of the bytes.
  bool one_in(uint32_t count) { return below(count) == count - 1; }
  template <class T, size_t count>
  const T& of(const T (&items)[count]) {
    return items[below(count)];
  }
  // One of the words between separators; "" where there is none.
  std::string_view word_of(std::string_view words, char separator = ' ');

 private:
  std::span<const uint8_t> bytes_;
};

// The text of a module with one kernel, for the parameters that run_module gives.
std::string generate_module(Choices& choices);

}  // namespace simt::fuzz
