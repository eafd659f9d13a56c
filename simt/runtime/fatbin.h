// The containers in which nvcc and clang put a program's device code.
//
// A container is a 16-byte header {magic u32 0xBA55ED50, version u16, header size u16, bytes of all
// entries u64} followed by entries, each with a header of its own (FatbinEntry names what of it is
// used) and a payload: PTX text, perhaps compressed, or machine code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt::runtime {

inline constexpr uint32_t fatbin_magic = 0xBA55ED50;
inline constexpr uint32_t fatbin_wrapper_magic = 0x466243B1;
inline constexpr uint32_t prelinked_version = 2;

// What __cudaRegisterFatBinary() is given.
struct FatbinWrapper {
  uint32_t magic, version;
  const void* data;  // a container, or bare PTX text (clang -fcuda-include-gpubinary x.ptx)
  // Where version is prelinked_version: a list, ended by null, of the containers that CUDA's device linker has made the
  // one at `data` of. They have the PTX, and the other has none.
  const void* const* prelinked;
};

struct FatbinEntry {
  enum class Kind : uint16_t { ptx = 1, elf = 2 };
  enum class Compression : uint8_t { none, lz4, zstd };
  Kind kind{};
  Compression compression = Compression::none;
  uint32_t architecture = 0;   // 80 for compute_80 and sm_80
  uint64_t raw_size = 0;       // after decompression
  std::string most_registers;  // -maxrregcount, that nvcc was given; empty: not
  std::span<const std::byte> payload;
};

// what() says what is wrong with the container.
class FatbinError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// It has machine code alone, or nothing.
class NoPtxError : public FatbinError {
 public:
  using FatbinError::FatbinError;
};

// The entries of a container of at most bytes.size() bytes. Throws FatbinError.
std::vector<FatbinEntry> read_fatbin(std::span<const std::byte> bytes);

// The PTX text of an entry, decompressed, without the zeros that pad it, and with its limit of
// registers as a directive of its kernels. Throws FatbinError.
std::string ptx_of(const FatbinEntry& entry);

// The PTX for the highest architecture; `bytes` may also be bare PTX text. Throws FatbinError, and NoPtxError where there
// is none.
std::string choose_ptx(std::span<const std::byte> bytes);

// The bytes that a wrapper's data may occupy: to the container's end as its header gives it, but
// not beyond the part of the program's image that it lies in. Throws FatbinError.
std::span<const std::byte> fatbin_bytes(const void* data);

// A container with one PTX entry, compressed by zstd as nvcc's are, which simtcc embeds for what
// clang compiled. Throws FatbinError.
std::string make_fatbin(std::string_view ptx, uint32_t architecture);

}  // namespace simt::runtime
