#include "autograder/judge/seeds.h"

#include <fmt/format.h>
#include <sha2.h>
#include <sys/random.h>

#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

#include "autograder/sandbox/process.h"

namespace warplab {

Seed Seed::fresh() {
  Seed seed;
  if (getrandom(seed.bytes_.data(), size, 0) != static_cast<ssize_t>(size))
    throw GraderError("the kernel has no random numbers (getrandom)");
  return seed;
}

std::optional<Seed> Seed::from(std::string_view text) {
  if (text.size() != 2 * size) return std::nullopt;
  Seed seed;
  for (std::size_t i = 0; i < size; ++i) {
    const char* const begin = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(begin, begin + 2, seed.bytes_[i], 16);
    if (error != std::errc() || end != begin + 2) return std::nullopt;
  }
  return seed;
}

std::string Seed::text() const {
  std::string text;
  for (const std::uint8_t byte : bytes_) text += fmt::format("{:02x}", byte);
  return text;
}

Seeds::Seeds(const Seed& seed, std::string purpose) : seed_(seed), purpose_(std::move(purpose)) {}

std::uint64_t Seeds::next() {
  SHA2_CTX context;
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  std::array<std::uint8_t, sizeof place_> place{};
  std::memcpy(place.data(), &place_, sizeof place_);
  ++place_;
  SHA256Init(&context);
  SHA256Update(&context, seed_.bytes().data(), seed_.bytes().size());
  SHA256Update(&context, place.data(), place.size());
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(purpose_.data()), purpose_.size());
  SHA256Final(digest.data(), &context);
  std::uint64_t number = 0;
  std::memcpy(&number, digest.data(), sizeof number);
  return number;
}

std::uint32_t Seeds::next_poison() {
  constexpr std::uint32_t quiet_nan = 0x7fc00000;
  return quiet_nan | (static_cast<std::uint32_t>(next()) & 0x3fffff) | 1;
}

}  // namespace warplab
