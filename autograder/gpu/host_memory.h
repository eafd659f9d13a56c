// Memory of the host that images go through, as the host code of a launch function knows it: places
// in a plan's host buffers, and no content.
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
  // A plan begins, whose host buffers these are going to be. They must outlive end().
  void begin(std::vector<HostBuffer>& buffers);
  // It ends: images are memory like any other again, and pageable memory is forgotten.
  void end();

  // Pinned memory; null where there is none.
  void* allocate(std::size_t bytes);
  // False for what allocate() did not return.
  bool free(void* memory);

  // Pins other memory, which may be a plan's host buffer, until unpin(). False where a part of it
  // is pinned already.
  bool pin(void* memory, std::size_t bytes);
  // False for what pin() did not get.
  bool unpin(void* memory);

  // Whether it lies in pinned memory.
  bool is_pinned(const void* pointer) const;

  // Makes memory the plan's next host buffer, whose whole pages can neither be read nor written
  // until end(). Returns why that cannot be; else nothing.
  std::string take(void* memory, std::size_t bytes);
  // Of memory whose content only the plan has; else nothing.
  std::optional<HostPlace> place(const void* pointer) const;
  // Of memory that gets such content now. Nothing where the plan has too many host buffers.
  std::optional<HostPlace> make_place(void* pointer, std::size_t bytes);

 private:
  struct Range {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    bool is_pinned = false;
    // Its place among the plan's host buffers. Nothing as long as all it holds was written by the
    // host code itself, and the plan can say what.
    std::optional<std::uint32_t> buffer;
    bool is_protected = false;
  };
  // That pin() got.
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
