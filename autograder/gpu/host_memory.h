// Host memory for images, as the host code of a launch function sees it: places in a plan's host
// buffers, without content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "autograder/gpu/plan.h"

namespace warplab::gpu {

class HostMemory {
 public:
  // Begins a plan. Its host buffers will be added to `buffers`, which must outlive end().
  void begin(std::vector<HostBuffer>& buffers);
  // Ends the plan: images become ordinary memory again, and pageable memory is forgotten.
  void end();

  // Allocates pinned memory; null if there is none left.
  void* allocate(std::size_t bytes);
  // False for memory that allocate() did not return.
  bool free(void* memory);

  // Pins other memory, which may be a plan's host buffer, until unpin(). False if part of it is
  // pinned already.
  bool pin(void* memory, std::size_t bytes);
  // False for memory that pin() did not get.
  bool unpin(void* memory);

  // Whether the pointer is in pinned memory.
  bool is_pinned(const void* pointer) const;

  // Makes memory the plan's next host buffer. Its whole pages can be neither read nor written until
  // end(). Returns why that is impossible, or an empty string.
  std::string take(void* memory, std::size_t bytes);
  // The place of memory whose content only the plan knows; nothing for other memory.
  std::optional<HostPlace> place(const void* pointer) const;
  // How far before a plan's host buffer memory begins that reaches into it; nothing for other memory.
  std::optional<std::size_t> bytes_before_buffer(const void* pointer, std::size_t bytes) const;
  // The place of memory that is about to get such content. Nothing if the plan has too many host
  // buffers.
  std::optional<HostPlace> make_place(void* pointer, std::size_t bytes);

 private:
  struct Range {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    bool is_pinned = false;
    // Its number among the plan's host buffers. Nothing as long as the host code itself wrote all
    // of its content, which the plan can then contain.
    std::optional<std::uint32_t> buffer;
    bool is_protected = false;
  };
  // Memory that pin() got.
  struct Piece {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
  };
  const Range* find(const void* pointer) const;
  const Piece* find_piece(const void* pointer) const;
  Range& find_or_add(void* pointer, std::size_t bytes);
  void add_to_plan(Range& range, std::size_t bytes);
  static void protect(const Range& range, int protection);

  std::vector<Range> ranges_;
  std::vector<Piece> pieces_;
  std::vector<HostBuffer>* buffers_ = nullptr;
};

}  // namespace warplab::gpu
