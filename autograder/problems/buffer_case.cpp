#include "autograder/problems/buffer_case.h"

#include <algorithm>

namespace warplab {
namespace {

// Large ones by several threads.
void copy(std::span<std::byte> to, std::span<const std::byte> from) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const auto pieces = static_cast<std::int64_t>((to.size() + piece - 1) / piece);
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (std::int64_t i = 0; i < pieces; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * piece;
    std::memcpy(&to[at], &from[at], std::min(piece, to.size() - at));
  }
}

}  // namespace

CaseLayout BufferCase::layout() const {
  CaseLayout layout;
  layout.parameters = parameters();
  for (const Buffer& buffer : table()) {
    (buffer.values ? layout.input_bytes : layout.output_bytes).push_back(buffer.bytes);
    layout.names.push_back(buffer.name);
    layout.images.push_back(buffer.image);
  }
  return layout;
}

double BufferCase::compulsory_bytes() const {
  double bytes = 0;
  for (const Buffer& buffer : table()) bytes += static_cast<double>(buffer.bytes);
  return bytes;
}

void BufferCase::generate(std::uint64_t seed) {
  for (const Buffer& buffer : buffers())
    if (buffer.values) buffer.values();
  RandomNumbers random(seed);
  fill(random);
  forget();
}

void BufferCase::write_inputs(std::span<const std::span<std::byte>> inputs) const {
  const std::vector<Buffer> buffers = table();
  for (std::size_t b = 0; b < inputs.size(); ++b) copy(inputs[b], buffers[b].values());
}

void BufferCase::read_inputs(std::span<const std::span<std::byte>> inputs) {
  const std::vector<Buffer> table = buffers();
  for (std::size_t b = 0; b < inputs.size(); ++b) copy(table[b].values(), inputs[b]);
  forget();
}

}  // namespace warplab
