// Managed memory as the host code of a launch function sees it: pages at a buffer's symbolic
// address, which the host may fill. What a kernel may have changed since is still the host's where
// it has not been: the host goes on with what it wrote, and the plan expects to find that. What the
// host has not written, or a copy has overwritten, is on the device only: touching it is a fault
// that the judge explains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace warplab::gpu {

class ManagedMemory {
 public:
  ManagedMemory() = default;
  ~ManagedMemory() { clear(); }
  ManagedMemory(const ManagedMemory&) = delete;
  ManagedMemory& operator=(const ManagedMemory&) = delete;

  // Maps zeros at a symbolic address, the beginning of a page. False where they cannot be there.
  // Only pages that the host writes to cost memory.
  bool allocate(std::uint64_t address, std::size_t bytes);
  // Does nothing for other addresses.
  void free(std::uint64_t address);
  void clear();

  bool contains(std::uint64_t address) const { return find(address) != nullptr; }
  // Whether a part of such memory may have been written by the device.
  bool is_of_device(std::uint64_t address, std::size_t bytes) const;

  struct Piece {
    std::uint64_t address = 0;
    std::vector<std::uint8_t> data;
  };
  // What the host has written since the last call, by page. Nothing where that is more than a plan
  // can hold.
  std::optional<std::vector<Piece>> take_writes();
  // What it came back to since the last call, as it was before it wrote there again, with the
  // instruction of the program that did.
  struct Return {
    Piece page;
    std::uint64_t site = 0;
  };
  std::vector<Return> take_returns() { return std::exchange(returns_, {}); }

  // Whose address a parameter of a kernel has, that kernel and all later ones may write.
  void show(std::span<const std::uint8_t> parameter);
  // The device may have written: all that show() has seen, or this piece.
  void give_shown();
  void give(std::uint64_t address, std::size_t bytes);

  // Lets the host write to a page of its own that it has not written to yet, and come back to one.
  // False for others.
  bool admit(std::uint64_t address, std::uint64_t site);

 private:
  enum class Page : std::uint8_t { empty, written, uploaded, lent, of_device };
  struct Range {
    std::uint64_t begin = 0;
    std::size_t bytes = 0;
    std::vector<Page> pages;
    bool is_shown = false;
    bool is_given = false;  // all of it
  };

  const Range* find(std::uint64_t address) const;
  Range* find(std::uint64_t address);
  static Piece content(const Range& range, std::uint64_t page);

  std::vector<Range> ranges_;
  std::vector<std::uint64_t> writes_;  // pages, in the order of their first write
  std::vector<Return> returns_;
  bool is_too_much_ = false;
};

}  // namespace warplab::gpu
