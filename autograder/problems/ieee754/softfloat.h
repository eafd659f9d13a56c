// Floating point of 32 bits as IEEE 754-2019 defines it, computed in integers: what the results of
// correctly rounded operations have to be. It depends neither on the host's rounding mode nor on
// whether the host flushes denormals.
//
// A float is its 32 bits here. Where the standard lets an implementation choose which NaN a result
// is, it is 0x7fffffff, as on the GPU.
#pragma once

#include <cstdint>

namespace warplab::softfloat {

// To nearest, halves to the even one; towards zero; towards minus infinity; towards infinity.
// CUDA's suffixes rn, rz, rd and ru.
enum class Rounding { nearest, to_zero, down, up };

inline constexpr std::uint32_t sign_bit = 0x80000000u, infinity = 0x7f800000u, nan = 0x7fffffffu,
                               smallest_normal = 0x00800000u, largest_finite = 0x7f7fffffu,
                               one = 0x3f800000u;

inline bool is_nan(std::uint32_t a) { return (a & ~sign_bit) > infinity; }
inline bool is_infinite(std::uint32_t a) { return (a & ~sign_bit) == infinity; }
inline bool is_finite(std::uint32_t a) { return (a & infinity) != infinity; }
inline bool is_zero(std::uint32_t a) { return (a & ~sign_bit) == 0; }
inline bool is_denormal(std::uint32_t a) { return !is_zero(a) && (a & infinity) == 0; }
inline bool is_normal(std::uint32_t a) { return is_finite(a) && (a & infinity) != 0; }
inline std::uint32_t negated(std::uint32_t a) { return a ^ sign_bit; }

std::uint32_t to_bits(float value);
float to_float(std::uint32_t bits);

// a + b, a * b, a * b + c rounded once, a / b, the square root of a.
std::uint32_t add(std::uint32_t a, std::uint32_t b, Rounding mode = Rounding::nearest);
std::uint32_t subtract(std::uint32_t a, std::uint32_t b, Rounding mode = Rounding::nearest);
std::uint32_t multiply(std::uint32_t a, std::uint32_t b, Rounding mode = Rounding::nearest);
std::uint32_t fuse(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                   Rounding mode = Rounding::nearest);
std::uint32_t divide(std::uint32_t a, std::uint32_t b, Rounding mode = Rounding::nearest);
std::uint32_t square_root(std::uint32_t a, Rounding mode = Rounding::nearest);

// 1 / sqrt(a), rounded once. Of a zero it is the infinity of that sign.
std::uint32_t reciprocal_root(std::uint32_t a, Rounding mode = Rounding::nearest);

// The float nearest to units * 2^exponent.
std::uint32_t from_integer(__int128 units, int exponent);
// What a finite float is, in units of 2^exponent: its last bit must not weigh less than one, nor
// its first more than 2^126.
__int128 to_integer(std::uint32_t a, int exponent);

// A denormal number becomes the zero of its sign.
std::uint32_t flushed(std::uint32_t a);

// a < b, of numbers. -0 and +0 are equal.
bool is_less(std::uint32_t a, std::uint32_t b);

// How many floats lie between two that are no NaN, the second counted: 1 for neighbours.
std::uint64_t steps_between(std::uint32_t a, std::uint32_t b);

}  // namespace warplab::softfloat
