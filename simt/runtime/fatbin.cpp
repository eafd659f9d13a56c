#include "simt/runtime/fatbin.h"

#include <fmt/format.h>
#include <link.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "simt/ptx/register_limit.h"

namespace simt::runtime {

namespace {

// Offsets in an entry's header.
constexpr size_t at_kind = 0, at_header_size = 4, at_size = 8, at_compressed_size = 16,
                 at_architecture = 28, at_flags = 40, at_raw_size = 56;
constexpr size_t container_header = 16, entry_header = 64;
constexpr uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000;
// Far beyond any real program: keeps a damaged header from asking for all memory.
constexpr uint64_t most_raw_bytes = uint64_t{1} << 28;

template <class T>
T read_at(std::span<const std::byte> bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <class T>
void append(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

// A header that is longer ends with nvcc's options for the assembler: " -maxrregcount=32 ".
std::string most_registers_of(std::span<const std::byte> header) {
  constexpr std::string_view option = "-maxrregcount=", digits = "0123456789";
  std::string_view text(reinterpret_cast<const char*>(header.data()), header.size());
  const size_t at = text.find(option, entry_header);
  if (at == text.npos) return {};
  text.remove_prefix(at + option.size());
  return std::string(text.substr(0, text.find_first_not_of(digits)));
}

FatbinEntry read_entry(std::span<const std::byte> header, std::span<const std::byte> payload) {
  FatbinEntry entry;
  entry.kind = static_cast<FatbinEntry::Kind>(read_at<uint16_t>(header, at_kind));
  entry.architecture = read_at<uint32_t>(header, at_architecture);
  entry.most_registers = most_registers_of(header);
  entry.payload = payload;
  entry.raw_size = payload.size();
  const auto flags = read_at<uint64_t>(header, at_flags);
  if ((flags & (flag_lz4 | flag_zstd)) == 0) return entry;
  entry.compression =
      (flags & flag_zstd) ? FatbinEntry::Compression::zstd : FatbinEntry::Compression::lz4;
  const auto compressed = read_at<uint32_t>(header, at_compressed_size);
  entry.raw_size = read_at<uint64_t>(header, at_raw_size);
  if (compressed > payload.size())
    throw FatbinError(fmt::format("damaged fat binary: {} compressed bytes in an entry of {}",
                                  compressed, payload.size()));
  if (entry.raw_size > most_raw_bytes)
    throw FatbinError(fmt::format(
        "damaged fat binary: an entry says that it holds {} bytes, the most that simt takes is {}",
        entry.raw_size, most_raw_bytes));
  entry.payload = payload.first(compressed);
  return entry;
}

bool is_text(char byte) {
  const auto c = static_cast<unsigned char>(byte);
  return c >= 32 || c == '\n' || c == '\t' || c == '\r';
}

// PTX text that is not in a container: it ends where text ends, or where the next file's begins.
// The comments of clang hold names of files, in which any byte may be but zero.
std::string bare_ptx(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  size_t end = 0;
  while (end < text.size() && is_text(text[end]))
    if (text.compare(end, 2, "//") == 0)
      end = text.find_first_of(std::string_view("\n\0", 2), end);
    else
      ++end;
  text = text.substr(0, end);
  constexpr std::string_view directive = "\n.version";
  const size_t first = text.starts_with(".version") ? 0 : text.find(directive);
  if (first == std::string::npos)
    throw FatbinError("the device code of this program is neither a fat binary nor PTX");
  if (const size_t next = text.find(directive, first + 1); next != std::string::npos)
    text = text.substr(0, next);
  return std::string(text);
}

// ", but machine code for sm_80, sm_90"; empty where there is none.
std::string machine_code_in(const std::vector<FatbinEntry>& entries) {
  std::string text;
  for (const FatbinEntry& entry : entries)
    if (entry.kind == FatbinEntry::Kind::elf)
      text += fmt::format("{}sm_{}", text.empty() ? ", but machine code for " : ", ",
                          entry.architecture);
  return text;
}

}  // namespace

std::vector<FatbinEntry> read_fatbin(std::span<const std::byte> bytes) {
  if (bytes.size() < container_header || read_at<uint32_t>(bytes, 0) != fatbin_magic)
    throw FatbinError("the device code of this program is not a fat binary");
  const size_t header = read_at<uint16_t>(bytes, 6);
  const auto size = read_at<uint64_t>(bytes, 8);
  if (header < container_header || header > bytes.size() || size > bytes.size() - header)
    throw FatbinError(
        fmt::format("damaged fat binary: {} + {} bytes in {}", header, size, bytes.size()));
  std::vector<FatbinEntry> entries;
  for (auto rest = bytes.subspan(header, size); !rest.empty();) {
    if (rest.size() < entry_header) break;  // padding
    const size_t length = read_at<uint32_t>(rest, at_header_size);
    const auto payload = read_at<uint64_t>(rest, at_size);
    if (length < entry_header || length > rest.size() || payload > rest.size() - length)
      throw FatbinError(fmt::format("damaged fat binary: an entry of {} + {} bytes in {}", length,
                                    payload, rest.size()));
    entries.push_back(read_entry(rest.first(length), rest.subspan(length, payload)));
    rest = rest.subspan(length + payload);
  }
  return entries;
}

std::string ptx_of(const FatbinEntry& entry) {
  const auto* data = reinterpret_cast<const char*>(entry.payload.data());
  std::string text;
  switch (entry.compression) {
    case FatbinEntry::Compression::none:
      text.assign(data, entry.payload.size());
      break;
    case FatbinEntry::Compression::zstd: {
      text.resize(entry.raw_size);
      const size_t n = ZSTD_decompress(text.data(), text.size(), data, entry.payload.size());
      if (ZSTD_isError(n))
        throw FatbinError(fmt::format("damaged fat binary: zstd says: {}", ZSTD_getErrorName(n)));
      text.resize(n);
      break;
    }
    case FatbinEntry::Compression::lz4: {
      text.resize(entry.raw_size);
      const int n = LZ4_decompress_safe(data, text.data(), static_cast<int>(entry.payload.size()),
                                        static_cast<int>(text.size()));
      if (n < 0) throw FatbinError("damaged fat binary: its LZ4 data cannot be decompressed");
      text.resize(static_cast<size_t>(n));
      break;
    }
  }
  if (const size_t end = text.find('\0'); end != std::string::npos) text.resize(end);
  return entry.most_registers.empty() ? text : ptx::with_register_limit(text, entry.most_registers);
}

std::string choose_ptx(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(uint32_t) || read_at<uint32_t>(bytes, 0) != fatbin_magic)
    return bare_ptx(bytes);
  const auto entries = read_fatbin(bytes);
  const FatbinEntry* best = nullptr;
  for (const auto& entry : entries)
    if (entry.kind == FatbinEntry::Kind::ptx &&
        (best == nullptr || entry.architecture > best->architecture))
      best = &entry;
  if (best == nullptr)
    throw NoPtxError("this program has no PTX, which is what simt runs" + machine_code_in(entries));
  return ptx_of(*best);
}

std::span<const std::byte> fatbin_bytes(const void* data) {
  struct Search {
    uintptr_t address, end = 0;
  } search{reinterpret_cast<uintptr_t>(data)};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* argument) {
        auto& search = *static_cast<Search*>(argument);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& header = info->dlpi_phdr[i];
          const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          if (header.p_type == PT_LOAD && search.address >= begin &&
              search.address < begin + header.p_memsz)
            search.end = begin + header.p_memsz;
        }
        return search.end != 0 ? 1 : 0;
      },
      &search);
  if (search.end == 0) throw FatbinError("the device code of this program is outside its image");
  const std::span<const std::byte> image(static_cast<const std::byte*>(data),
                                         search.end - search.address);
  if (image.size() < container_header || read_at<uint32_t>(image, 0) != fatbin_magic) return image;
  const uint64_t size = read_at<uint64_t>(image, 8), header = read_at<uint16_t>(image, 6);
  return image.first(std::min<uint64_t>(image.size(), size <= image.size() ? header + size : size));
}

std::string make_fatbin(std::string_view ptx, uint32_t architecture) {
  std::string compressed(ZSTD_compressBound(ptx.size()), '\0');
  const size_t n = ZSTD_compress(compressed.data(), compressed.size(), ptx.data(), ptx.size(),
                                 ZSTD_defaultCLevel());
  if (ZSTD_isError(n)) throw FatbinError(fmt::format("zstd says: {}", ZSTD_getErrorName(n)));
  compressed.resize((n + 7) / 8 * 8, '\0');
  std::string out;
  append<uint32_t>(out, fatbin_magic);
  append<uint16_t>(out, 1);
  append<uint16_t>(out, container_header);
  append<uint64_t>(out, entry_header + compressed.size());
  std::string entry(entry_header, '\0');
  const auto put = [&entry](size_t offset, auto value) {
    std::memcpy(entry.data() + offset, &value, sizeof(value));
  };
  put(at_kind, uint16_t{1});
  put(at_header_size, uint32_t{entry_header});
  put(at_size, uint64_t{compressed.size()});
  put(at_compressed_size, static_cast<uint32_t>(n));
  put(at_architecture, architecture);
  put(at_flags, flag_zstd);
  put(at_raw_size, uint64_t{ptx.size()});
  return out + entry + compressed;
}

}  // namespace simt::runtime
