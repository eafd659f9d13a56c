#include "autograder/judge/vector_code.h"

#include <regex>
#include <sstream>

#include "autograder/report/numbers.h"

namespace warplab {

FloatInstructions count_float_instructions(const std::string& disassembly) {
  // The mnemonic follows the offset and a tab: "  1f:\tmulss  (%rax),%xmm1".
  static const std::regex arithmetic(
      "^ *[0-9a-f]+:\\s+"
      "v?(?:add|sub|mul|div|min|max|sqrt|hadd|hsub|addsub|dp|fn?m(?:add|sub)[0-9]+|"
      "fm(?:addsub|subadd)[0-9]+)([sp])[sd]\\b");
  FloatInstructions found;
  std::istringstream lines(disassembly);
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, match, arithmetic))
      ++(match[1] == "s" ? found.scalar : found.vectors);
  return found;
}

void explain_scalar_code(Scorecard& card, const FloatInstructions& found) {
  if (!card.speed || card.speed->passed || found.vectors > 0 || found.scalar == 0) return;
  card.speed->message +=
      "\n" +
      counted(found.scalar, "the program has 1 instruction that computes with floats, and it takes",
              "the program has {} instructions that compute with floats, and each takes") +
      " one number at a time\n_mm_mul_ps() takes four of them, as does an operation on a vector "
      "type";
}

}  // namespace warplab
