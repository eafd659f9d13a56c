// Natural loops, as compilers define them (Aho, Lam, Sethi, Ullman: Compilers, section 9.6): a jump back
// to an instruction that every way to the jump passes, and all from which the jump is reached without
// passing that. So a jump back from code that was moved out of the way is none.
#include "autograder/judge/inner_loops.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "autograder/judge/vector_code.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

// Looking for loops takes time with the square of this.
constexpr std::size_t most_looked_at = 10'000;
constexpr std::size_t most_loops = 8, most_instructions = 40;
// Characters of an instruction: symbols have any length.
constexpr std::size_t longest_instruction = 100;

using FunctionCode = std::vector<LoopInstruction>;

bool is_jump(const LoopInstruction& each) { return each.text.starts_with("j"); }

// After these the next instruction does not follow.
bool ends_here(const LoopInstruction& each) {
  const std::string_view text = each.text;
  for (const char* name : {"jmp", "ret", "ud2", "hlt", "notrack jmp"})
    if (text.starts_with(name)) return true;
  return false;
}

// "conv_filter" of "\t\t\t20: R_X86_64_PLT32\tconv_filter-0x4".
std::string_view symbol_of(std::string_view relocation) {
  relocation.remove_prefix(relocation.rfind('\t') + 1);
  return relocation.substr(0, relocation.rfind("-0x"));
}

// What the linker will put in: objdump shows the place as if that were 0.
void name_symbol(LoopInstruction& of, std::string_view symbol) {
  const bool goes_there = is_jump(of) || of.text.starts_with("call");
  of.text.erase(std::min(of.text.find(goes_there ? ' ' : '#'), of.text.size()));
  of.text.erase(of.text.find_last_not_of(' ') + 1);
  of.text += (goes_there ? "   " : "  # ") + std::string(symbol);
}

// Reads lines of objdump. A submission decides on names of files and symbols, so any line may be
// anything.
class Listing {
 public:
  explicit Listing(const std::string& source) : source_(source) {}

  void read(std::string_view line) {
    if (const auto instruction = listed_instruction(line)) return add(*instruction);
    if (line.starts_with("\t")) {
      if (!functions.empty() && !functions.back().empty() &&
          line.find(": R_") != std::string_view::npos)
        name_symbol(functions.back().back(), symbol_of(line));
    } else if (line.ends_with(">:")) {
      functions.emplace_back();
      line_.reset();
    } else {
      read_place(line);
    }
  }

  std::vector<FunctionCode> functions;

 private:
  void add(const ListedInstruction& instruction) {
    if (functions.empty() || ++looked_at_ > most_looked_at) return;
    functions.back().push_back({instruction.address, line_.value_or(0),
                                std::string(instruction.text), float_width(instruction.text)});
  }

  // "/build/sse.c:12 (discriminator 3)", or "inlined by /build/sse.c:25 (conv_filter)" after it.
  void read_place(std::string_view line) {
    const bool is_caller = line.starts_with("inlined by ");
    line = line.substr(0, line.rfind(" ("));
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return;
    std::size_t number = 0;
    const auto [end, error] =
        std::from_chars(line.data() + colon + 1, line.data() + line.size(), number);
    if (error != std::errc() || end != line.data() + line.size()) return;
    if (!is_caller) line_.reset();
    const std::string_view file = line.substr(0, colon);
    if (!line_ && file.substr(file.rfind('/') + 1) == source_) line_ = number;
  }

  const std::string& source_;
  std::optional<std::size_t> line_;  // of what follows
  std::size_t looked_at_ = 0;
};

// The address that a jump goes to, "jne    40 <conv_filter+0x40>"; nothing where it is the linker's.
std::optional<std::uint64_t> jump_target(const LoopInstruction& jump) {
  const std::string_view text = jump.text;
  const std::size_t begin = text.find_first_not_of(' ', text.find(' '));
  const std::size_t end = text.find(" <");
  if (!is_jump(jump) || begin >= end || end == std::string_view::npos) return std::nullopt;
  std::uint64_t address = 0;
  const auto [read, error] = std::from_chars(text.data() + begin, text.data() + end, address, 16);
  return error == std::errc() && read == text.data() + end ? std::optional(address) : std::nullopt;
}

// Indices of instructions of a function.
using Indices = std::vector<std::size_t>;

struct NaturalLoop {
  Indices body;               // ascending
  std::size_t last_jump = 0;  // back to its begin
};

// Loops of a function.
class LoopFinder {
 public:
  explicit LoopFinder(const FunctionCode& function) : before_(function.size()) {
    std::map<std::uint64_t, std::size_t> at;
    for (std::size_t i = 0; i < function.size(); ++i) at[function[i].address] = i;
    for (std::size_t i = 0; i < function.size(); ++i) {
      if (i + 1 < function.size() && !ends_here(function[i])) before_[i + 1].push_back(i);
      const auto address = jump_target(function[i]);
      const auto target = address ? at.find(*address) : at.end();
      if (target == at.end()) continue;
      before_[target->second].push_back(i);
      if (target->second <= i) jumps_back_.emplace_back(target->second, i);
    }
  }

  // Those that no other begins in. Bodies of the others are not kept: together they grow with the
  // square of the function.
  std::vector<NaturalLoop> innermost() const {
    std::map<std::size_t, Indices> jumps;  // by where the loop begins
    for (const auto& [begin, jump] : jumps_back_)
      if (!body_of(begin, {jump}).empty()) jumps[begin].push_back(jump);
    std::vector<NaturalLoop> found;
    for (const auto& [begin, back] : jumps) {
      Indices body = body_of(begin, back);
      const auto begins_another = [&, own = begin](std::size_t index) {
        return index != own && jumps.contains(index);
      };
      if (std::ranges::any_of(body, begins_another)) continue;
      std::ranges::sort(body);
      found.push_back({std::move(body), back.back()});
    }
    return found;
  }

 private:
  // All from which `jumps` are reached without passing `begin`; nothing where the function's first
  // instruction is one of them.
  Indices body_of(std::size_t begin, const Indices& jumps) const {
    std::vector<bool> is_in(before_.size());
    Indices body;
    const auto take = [&](std::size_t index) {
      if (is_in[index]) return;
      is_in[index] = true;
      body.push_back(index);
    };
    take(begin);
    for (const std::size_t jump : jumps) take(jump);
    for (std::size_t next = 1; next < body.size(); ++next) {
      if (body[next] == 0) return {};
      for (const std::size_t index : before_[body[next]]) take(index);
    }
    return body;
  }

  std::vector<Indices> before_;                                  // from where each is reached
  std::vector<std::pair<std::size_t, std::size_t>> jumps_back_;  // to where, from where
};

LoopCode loop_code(const FunctionCode& function, const NaturalLoop& loop) {
  LoopCode code;
  code.line = function[loop.last_jump].line;
  for (const std::size_t index : loop.body) {
    const LoopInstruction& each = function[index];
    code.width = std::max(code.width, each.width);
    if (each.width > 0) ++(each.width < narrowest_vector ? code.scalar : code.vectors);
    if (code.instructions.size() == most_instructions) {
      ++code.left_out;
      continue;
    }
    code.instructions.push_back(each);
    code.instructions.back().text = cut(sanitize_line(each.text), longest_instruction);
  }
  return code;
}

}  // namespace

InnerLoops inner_loops(const std::string& disassembly, const std::string& source) {
  Listing listing(source);
  std::string_view rest = disassembly;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    listing.read(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<LoopCode> all;
  for (const FunctionCode& function : listing.functions)
    for (const NaturalLoop& loop : LoopFinder(function).innermost()) {
      LoopCode code = loop_code(function, loop);
      if (code.width > 0) all.push_back(std::move(code));
    }
  const auto has_more = [](const LoopCode& one, const LoopCode& other) {
    return one.scalar + one.vectors > other.scalar + other.vectors;
  };
  std::ranges::stable_sort(all, has_more);
  InnerLoops inner;
  std::set<std::pair<std::size_t, int>> taken;
  for (LoopCode& loop : all) {
    if (inner.loops.size() < most_loops && taken.emplace(loop.line, loop.width).second)
      inner.loops.push_back(std::move(loop));
    else
      ++inner.left_out;
  }
  std::ranges::stable_sort(inner.loops, {}, &LoopCode::line);
  return inner;
}

}  // namespace warplab
