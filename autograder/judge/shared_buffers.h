// The memory shared by judge and worker: one memfd for inputs, one for outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/worker/protocol.h"

namespace warplab {

// A memfd of fixed size, mapped read-write by its owner.
class SharedMemory {
 public:
  // `read_only_for_others`: sealed so that nobody but this mapping can ever write.
  SharedMemory(const char* name, std::size_t bytes, bool read_only_for_others);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  int descriptor() const { return file_.get(); }
  std::span<std::byte> bytes() const { return {data_, size_}; }

 private:
  Descriptor file_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

// The buffers of one case within the two memories. Each has pages of its own, and lies at their
// start or flush with their end, so the worker's guard pages catch the first byte beyond it.
struct PlacedCase {
  std::vector<BufferPlace> places;  // inputs, then outputs
  std::vector<std::byte> parameters;
};

// The bytes of shared memory that a layout takes, in whole pages.
std::size_t input_pages_bytes(const CaseLayout& layout);
std::size_t output_pages_bytes(const CaseLayout& layout);

PlacedCase place(const CaseLayout& layout, bool flush_end);

class SharedBuffers {
 public:
  // Room for the largest of `layouts`.
  SharedBuffers(const std::vector<CaseLayout>& layouts, bool seal_inputs);

  // Views of a placed case's buffers, for the judge.
  std::vector<std::span<std::byte>> inputs(const PlacedCase& placed) const;
  std::vector<std::span<std::byte>> outputs(const PlacedCase& placed) const;
  std::vector<std::span<const std::byte>> read_outputs(const PlacedCase& placed) const;

  // Fills the output pages, slack included, with `word`, a NaN. In parallel.
  void poison(const PlacedCase& placed, std::uint32_t word);
  // True if the bytes of the output pages that belong to no buffer still hold `word`.
  bool slack_is_untouched(const PlacedCase& placed, std::uint32_t word) const;

  const SharedMemory& input_memory() const { return input_; }
  const SharedMemory& output_memory() const { return output_; }

 private:
  SharedMemory input_;
  SharedMemory output_;
};

}  // namespace warplab
