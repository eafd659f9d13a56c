// Managed memory as the host code of a launch function sees it: pages at a buffer's symbolic
// address, which the host may fill. After a kernel that may have changed them, the host still sees
// what it wrote itself, and the plan holds only if the kernel did not change that. What
// the host has not written, or a copy has overwritten, is on the device only: touching it is a
// fault, which the judge explains.
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

  // Maps zeros at a symbolic address, the beginning of a page. False if they cannot be mapped
  // there. Only pages that the host writes to take memory.
  bool allocate(std::uint64_t address, std::size_t bytes);
  // Does nothing for other addresses.
  void free(std::uint64_t address);
  void clear();

  bool contains(std::uint64_t address) const { return find(address) != nullptr; }
  // Whether the device may have written part of this memory.
  bool is_of_device(std::uint64_t address, std::size_t bytes) const;

  struct Piece {
    std::uint64_t address = 0;
    std::vector<std::uint8_t> data;
  };
  // What the host has written since the last call, by page. Nothing if that is more than fits a
  // plan.
  std::optional<std::vector<Piece>> take_writes();
  // A page that the host touched again since the last call: its content before that, and the
  // instruction of the program that touched it.
  struct Return {
    Piece page;
    std::uint64_t site = 0;
  };
  std::vector<Return> take_returns() { return std::exchange(returns_, {}); }

  // Memory whose address is in a parameter of a kernel: that kernel and all later ones may write
  // it.
  void show(std::span<const std::uint8_t> parameter);
  // The device may have written all the memory that show() has seen, or this piece.
  void give_shown();
  void give(std::uint64_t address, std::size_t bytes);

  // Lets the host write to a page for the first time, or touch one of its own again. False for
  // other pages.
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
