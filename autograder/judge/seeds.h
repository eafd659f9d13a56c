// Numbers that nobody can foresee: seeds of inputs, places of buffers, what outputs are filled
// with, where caches are sampled. All of a lab's grading follow from one seed, which its result
// names: whoever has that can grade the same inputs again. What workers have to send back with
// their messages is drawn anew each time (session.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplab {

// What the inputs of a lab's grading follow from: a secret until it is graded.
class Seed {
 public:
  static constexpr std::size_t size = 16;  // bytes: too many to be tried out

  // A random one of the kernel's. Throws GraderError where it has none.
  static Seed fresh();
  // Of 32 hexadecimal digits, as text() writes them; nothing for any other text.
  static std::optional<Seed> from(std::string_view text);

  std::string text() const;
  const std::array<std::uint8_t, size>& bytes() const { return bytes_; }
  bool operator==(const Seed&) const = default;

 private:
  std::array<std::uint8_t, size> bytes_{};
};

// The numbers for one purpose, one after the other: always the same ones for a seed and a purpose.
// Each is a part of SHA-256 of the seed, its place and the purpose, so that a submission that finds
// some of them out, from inputs that it was given, knows none of the others. It cannot be copied: a
// copy would give the same numbers again. One thread draws at a time.
class Seeds {
 public:
  // `purpose` is "lab1-convolution-c step 1: cases": no two share their numbers.
  Seeds(const Seed& seed, std::string purpose);
  Seeds(Seeds&&) = default;
  Seeds& operator=(Seeds&&) = default;

  std::uint64_t next();
  // A NaN that no computation returns by itself, another one every time.
  std::uint32_t next_poison();

 private:
  Seed seed_;
  std::string purpose_;
  std::uint64_t place_ = 0;
};

}  // namespace warplab
