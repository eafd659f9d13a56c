#include "autograder/judge/shared_buffers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

constexpr std::size_t page = 4096;

std::size_t whole_pages(std::size_t bytes) {
  return std::max<std::size_t>(1, (bytes + page - 1) / page) * page;
}

std::size_t pages_of(const std::vector<std::size_t>& buffers) {
  std::size_t sum = 0;
  for (const std::size_t bytes : buffers) sum += whole_pages(bytes);
  return sum;
}

std::size_t largest(const std::vector<CaseLayout>& layouts,
                    std::size_t (*bytes)(const CaseLayout&)) {
  std::size_t most = page;
  for (const auto& layout : layouts) most = std::max(most, bytes(layout));
  return most;
}

std::size_t first_byte(const BufferPlace& place) {
  return place.offset + (place.flush_end ? place.pages_bytes - place.bytes : 0);
}

std::vector<std::span<std::byte>> spans_of(const PlacedCase& placed, const SharedMemory& memory,
                                           bool outputs) {
  std::vector<std::span<std::byte>> buffers;
  for (const auto& place : placed.places)
    if ((place.is_output != 0) == outputs)
      buffers.push_back(memory.bytes().subspan(first_byte(place), place.bytes));
  return buffers;
}

}  // namespace

SharedMemory::SharedMemory(const char* name, std::size_t bytes, bool read_only_for_others)
    : file_(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)), size_(bytes) {
  const auto fail = [&](const char* what) {
    throw GraderError(
        fmt::format("{} of {} MiB of shared memory: {}", what, bytes >> 20, std::strerror(errno)));
  };
  if (!file_) fail("memfd_create");
  if (ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0) fail("ftruncate");
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (data == MAP_FAILED) fail("mmap");
  data_ = static_cast<std::byte*>(data);
  const int seals =
      F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | (read_only_for_others ? F_SEAL_FUTURE_WRITE : 0);
  if (fcntl(file_.get(), F_ADD_SEALS, seals) != 0) fail("sealing");
}

SharedMemory::~SharedMemory() {
  if (data_ != nullptr) munmap(data_, size_);
}

std::size_t input_pages_bytes(const CaseLayout& layout) { return pages_of(layout.input_bytes); }
std::size_t output_pages_bytes(const CaseLayout& layout) { return pages_of(layout.output_bytes); }

PlacedCase place(const CaseLayout& layout, bool flush_end) {
  PlacedCase placed;
  placed.parameters = layout.parameters;
  const auto add = [&](const std::vector<std::size_t>& buffers, bool is_output) {
    std::size_t offset = 0;
    for (const std::size_t bytes : buffers) {
      placed.places.push_back({offset, bytes, whole_pages(bytes), is_output, flush_end});
      offset += whole_pages(bytes);
    }
  };
  add(layout.input_bytes, false);
  add(layout.output_bytes, true);
  if (placed.places.size() > max_buffers || placed.parameters.size() > max_parameters)
    throw GraderError("a case has more buffers or parameters than a message holds");
  return placed;
}

SharedBuffers::SharedBuffers(const std::vector<CaseLayout>& layouts, bool seal_inputs)
    : input_("warplab-input", largest(layouts, input_pages_bytes), seal_inputs),
      output_("warplab-output", largest(layouts, output_pages_bytes), false) {}

std::vector<std::span<std::byte>> SharedBuffers::inputs(const PlacedCase& placed) const {
  return spans_of(placed, input_, false);
}

std::vector<std::span<std::byte>> SharedBuffers::outputs(const PlacedCase& placed) const {
  return spans_of(placed, output_, true);
}

std::vector<std::span<const std::byte>> SharedBuffers::read_outputs(
    const PlacedCase& placed) const {
  const auto buffers = outputs(placed);
  return {buffers.begin(), buffers.end()};
}

void SharedBuffers::poison(const PlacedCase& placed, std::uint32_t word) {
  for (const auto& place : placed.places) {
    if (!place.is_output) continue;
    auto* words = reinterpret_cast<std::uint32_t*>(output_.bytes().data() + place.offset);
    const auto count = static_cast<std::ptrdiff_t>(place.pages_bytes / sizeof(std::uint32_t));
#pragma omp parallel for simd schedule(static) if (count > 1 << 20)
    for (std::ptrdiff_t i = 0; i < count; ++i) words[i] = word;
  }
}

bool SharedBuffers::slack_is_untouched(const PlacedCase& placed, std::uint32_t word) const {
  std::byte pattern[sizeof word];
  std::memcpy(pattern, &word, sizeof word);
  for (const auto& place : placed.places) {
    if (!place.is_output) continue;
    const auto pages = output_.bytes().subspan(place.offset, place.pages_bytes);
    const std::size_t begin = first_byte(place) - place.offset;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (i == begin) i += place.bytes;
      if (i < pages.size() && pages[i] != pattern[i % sizeof word]) return false;
    }
  }
  return true;
}

}  // namespace warplab
