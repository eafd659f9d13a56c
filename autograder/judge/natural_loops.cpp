// Natural loops, as compilers define them (Aho, Lam, Sethi, Ullman: Compilers, section 9.6): a jump back
// to an instruction that every way to the jump passes, and all from which the jump is reached without
// passing that. So a jump back from code that was moved out of the way is none.
#include "autograder/judge/natural_loops.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "autograder/judge/vector_code.h"

namespace warplab {
namespace {

// Looking for loops takes time with the square of this.
constexpr std::size_t most_looked_at = 10'000;

// All bodies of innermost loops together, which overlap where only `jmp *%rax` leads: the rest is
// dropped.
constexpr std::size_t most_in_bodies = 200'000;

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

  std::vector<NaturalLoop> innermost() const {
    const auto jumps = jumps_by_begin();
    std::vector<NaturalLoop> found;
    std::size_t in_bodies = 0;
    for (const auto& [begin, back] : jumps) {
      Indices body = body_of(begin, back);
      const auto begins_another = [&, own = begin](std::size_t index) {
        return index != own && jumps.contains(index);
      };
      if (std::ranges::any_of(body, begins_another)) continue;
      in_bodies += body.size();
      if (in_bodies > most_in_bodies) break;
      std::ranges::sort(body);
      found.push_back({body, body, back.back()});
    }
    return found;
  }

  std::vector<NaturalLoop> around(const Indices& instructions, std::size_t most) const {
    constexpr std::size_t none = ~std::size_t{};
    const auto jumps = jumps_by_begin();
    std::vector<std::size_t> begin_of(before_.size()), size_of(before_.size(), none);
    for (const auto& [begin, back] : jumps) {
      const Indices body = body_of(begin, back);
      for (const std::size_t index : body) {
        if (body.size() >= size_of[index]) continue;
        begin_of[index] = begin;
        size_of[index] = body.size();
      }
    }
    std::map<std::size_t, NaturalLoop> found;  // by where the loop begins
    for (const std::size_t index : instructions)
      if (size_of[index] != none && found.size() < most) found[begin_of[index]];
    std::vector<NaturalLoop> loops;
    for (auto& [begin, loop] : found) {
      loop.body = body_of(begin, jumps.at(begin));
      loop.last_jump = jumps.at(begin).back();
      std::ranges::sort(loop.body);
      std::ranges::copy_if(loop.body, std::back_inserter(loop.own),
                           [&, own = begin](std::size_t index) { return begin_of[index] == own; });
      loops.push_back(std::move(loop));
    }
    return loops;
  }

 private:
  // Where each loop begins, and the jumps back to there. Bodies are not kept: together they grow with
  // the square of the function.
  std::map<std::size_t, Indices> jumps_by_begin() const {
    std::map<std::size_t, Indices> jumps;
    for (const auto& [begin, jump] : jumps_back_)
      if (!body_of(begin, {jump}).empty()) jumps[begin].push_back(jump);
    return jumps;
  }

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

}  // namespace

std::vector<FunctionCode> functions_of(const std::string& disassembly, const std::string& source) {
  Listing listing(source);
  std::string_view rest = disassembly;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    listing.read(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::move(listing.functions);
}

std::vector<NaturalLoop> innermost_loops(const FunctionCode& function) {
  return LoopFinder(function).innermost();
}

std::vector<NaturalLoop> loops_around(const FunctionCode& function, const Indices& instructions,
                                      std::size_t most) {
  return LoopFinder(function).around(instructions, most);
}

}  // namespace warplab
