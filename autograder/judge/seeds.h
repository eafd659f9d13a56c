// Numbers that nobody can foresee: seeds of inputs, places of buffers, what outputs are filled
// with, where caches are sampled. For the grading of a lab, all follow from one seed, which is in
// its result: whoever has it can grade the same inputs again. The numbers that workers have to send
// back with their messages are drawn anew each time (session.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warplab {

// The seed of a lab's grading: a secret until the lab is graded.
class Seed {
 public:
  static constexpr std::size_t size = 16;  // bytes: too many to try them all

  // A random seed from the kernel. Throws GraderError if it gives none.
  static Seed fresh();
  // From 32 hexadecimal digits, as text() writes them; nothing for any other text.
  static std::optional<Seed> from(std::string_view text);

  std::string text() const;
  const std::array<std::uint8_t, size>& bytes() const { return bytes_; }
  bool operator==(const Seed&) const = default;

 private:
  std::array<std::uint8_t, size> bytes_{};
};

// The numbers for one purpose, in sequence: always the same for a seed and a purpose. Each is a
// part of SHA-256 of the seed, its position and the purpose, so a submission that works some of
// them out from its inputs knows none of the others. Not copyable: a copy would give the same
// numbers again. One thread draws at a time.
class Seeds {
 public:
  // `purpose` is, for example, "lab1-convolution-c step 1: cases". No two share numbers.
  Seeds(const Seed& seed, std::string purpose);
  Seeds(Seeds&&) = default;
  Seeds& operator=(Seeds&&) = default;

  std::uint64_t next();
  // A NaN that no computation returns by itself, a different one each time.
  std::uint32_t next_poison();

 private:
  Seed seed_;
  std::string purpose_;
  std::uint64_t place_ = 0;
};

}  // namespace warplab
