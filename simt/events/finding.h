// What a checker has to say about a program.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/memory/place.h"

namespace simt::events {

// One enumerator a row of findings.def: out_of_bounds, misaligned, ..., with its name and its
// advice.
enum class FindingKind : uint8_t {
#define FINDING(enumerator, name, status, other, advice) enumerator,
#include "simt/events/findings.def"
#undef FINDING
};

std::string_view name_of(FindingKind kind);  // "shared-race"
std::optional<FindingKind> kind_named(std::string_view name);
std::string_view advice_of(FindingKind kind);  // what to do next, a sentence

struct Index3 {
  uint32_t x = 0, y = 0, z = 0;
  bool operator==(const Index3&) const = default;
};

// What an access does; other: none of these, or not known.
enum class AccessKind : uint8_t {
  other,
  read,
  write,
  atomic,
  async_copy,
  call,          // of a function, by its address
  virtual_call,  // the same: a read of the address in a table of virtual functions
  grid_barrier,
  free
};
std::string_view name_of(AccessKind kind);           // "async-copy"
AccessKind access_kind_from(std::string_view name);  // the reverse; other where there is none

// Who did it and where. line 0: compiled without line information, or not in a kernel.
struct Site {
  std::string file;
  uint32_t line = 0;
  Index3 block, thread;  // where on the device
  std::string access;    // "4-byte write", "barrier", ...
  uint32_t column = 0;   // where the expression begins in the line, from 1; 0: not known
  AccessKind kind = AccessKind::other;  // of `access`
  uint32_t bytes = 0;                   // that it reads or writes; 0: not known
};

struct Finding {
  FindingKind kind{};
  std::string kernel;  // demangled; empty for the host's doings
  Site where;
  std::optional<Site> other;   // the other side of a race, or where it was freed
  bool is_divergence = false;  // `other` is where a thread that others wait for went another way
  std::string space;           // "global", "shared", "local", ...
  uint64_t address = 0;        // the address in that space
  bool has_address = false;
  // Other lines of that file, in their order.
  std::vector<uint32_t> computed_in;  // what the address of an access that misses is computed from
  std::vector<uint32_t> written_in;   // what writes an array that is read too early, and who does
  std::string allocation;         // "cudaMalloc #3, 4096 bytes at 0x200000000000"; empty where none
  uint64_t allocation_begin = 0;  // its address; 0: none, or not told
  memory::Miss miss = memory::Miss::beside;  // how an access misses what it was meant for
  std::string what;                          // one sentence: what is wrong, with the numbers
  const void* instruction = nullptr;         // the instruction that did it; null: not known
  uint64_t count = 1;  // how often on this line (and, for races, with that other line)

  // "<kind>: <file>:<line>: <what>".
  std::string headline() const;
  // What stands below the headline: kernel, block and thread, the other side, allocation, advice,
  // count.
  struct Row {
    std::string_view label;  // "next step"
    std::string text;
  };
  std::vector<Row> rows() const;
  // Of those the threads, where an address comes from or memory is written, and the next step: what a first look needs.
  std::vector<Row> brief_rows() const;
  // All of it, the headline behind "simt: ", in lines of at most 100 columns; `more` are rows after its own.
  std::string text(const std::vector<Row>& more = {}) const;
};

// The next step for this very finding, where more is known than its kind: advice.cpp.
std::string_view advice_of(const Finding& finding);

// What `other` of a finding is: "other side", "freed", or "missing" where a thread that others wait for went
// another way.
std::string_view role_of_other(const Finding& finding);

// Where `there` is, to somebody who looks at `here`: "in line 44", "at tile.cu:44", "on the same line".
std::string place_from(const Site& here, const Site& there);

// Says of a finding that threads are missing at a barrier where `other`, one of them, went another way, and in
// which lines of its file the condition is computed; forgets it where its line is not known.
void add_divergence(Finding& finding, const std::vector<uint32_t>& condition);

// Whether a finding in another pair of lines is another bug: not where the other line explains the first.
bool has_two_sides(const Finding& finding);

// Whether two findings are of one bug: of a kind, a kernel, a line and, for races, the other line. Without a line it is
// one an instruction, of reads of what nobody wrote one a sentence.
bool same_bug(const Finding& a, const Finding& b);

// Collects findings: one a kind, line and other line, the one of the lowest block and thread, with
// the count of all. May be called from several threads.
class Findings {
 public:
  void add(Finding finding);
  // In order of first kernel launch, then file and line, of a race the lower one of the two, then
  // kind.
  std::vector<Finding> take();
  bool empty() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Finding> findings_;
};

}  // namespace simt::events
