#include "autograder/judge/inner_loops.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "autograder/judge/natural_loops.h"
#include "autograder/judge/vector_code.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::size_t most_loops = 8, most_instructions = 40;
// Characters of an instruction: symbols have any length.
constexpr std::size_t longest_instruction = 100;

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
  std::vector<LoopCode> all;
  for (const FunctionCode& function : functions_of(disassembly, source))
    for (const NaturalLoop& loop : innermost_loops(function)) {
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
