#include "autograder/judge/vector_code.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <system_error>

#include "autograder/report/numbers.h"

namespace warplab {

std::optional<ListedInstruction> listed_instruction(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  ListedInstruction found;
  const auto [end, error] =
      std::from_chars(line.data() + begin, line.data() + line.size(), found.address, 16);
  const std::size_t at = static_cast<std::size_t>(end - line.data());
  if (error != std::errc() || line.substr(at, 2) != ":\t") return std::nullopt;
  found.text = line.substr(at + 2);
  return found;
}

int float_width(std::string_view instruction) {
  static const RE2 arithmetic(
      "v?(?:add|sub|mul|div|min|max|sqrt|hadd|hsub|addsub|dp|fn?m(?:add|sub)[0-9]+|"
      "fm(?:addsub|subadd)[0-9]+)([sp])([sd])",
      RE2::Latin1);
  const std::string mnemonic(instruction.substr(0, instruction.find(' ')));
  char count = 0, type = 0;
  if (!RE2::FullMatch(mnemonic, arithmetic, &count, &type)) return 0;
  if (count == 's') return type == 's' ? 32 : 64;
  if (instruction.find("%zmm") != std::string_view::npos) return 512;
  return instruction.find("%ymm") != std::string_view::npos ? 256 : narrowest_vector;
}

FloatInstructions count_float_instructions(const std::string& disassembly) {
  FloatInstructions found;
  std::istringstream lines(disassembly);
  for (std::string line; std::getline(lines, line);)
    if (const auto instruction = listed_instruction(line))
      if (const int width = float_width(instruction->text); width > 0)
        ++(width < narrowest_vector ? found.scalar : found.vectors);
  return found;
}

std::optional<Diagnosis> explain_unasked_vectors(const std::string& disassembly,
                                                 const std::string& file,
                                                 const std::string& source) {
  bool is_wide = false;
  std::istringstream lines(disassembly);
  for (std::string line; std::getline(lines, line);) {
    if (const auto instruction = listed_instruction(line)) {
      const std::string_view text = instruction->text;
      is_wide |= text.starts_with("v") && text.find("mm") != std::string_view::npos;
      if (text.starts_with("cpuid")) return std::nullopt;
    } else if (line.find("R_X86_64") != std::string::npos &&
               line.find("__cpu_") != std::string::npos) {
      return std::nullopt;
    }
  }
  if (!is_wide) return std::nullopt;
  std::size_t number = 0, marked = 0;
  std::istringstream code(source);
  for (std::string line; std::getline(code, line) && marked == 0;)
    if (++number; line.find("target") != std::string::npos && line.find("avx") != std::string::npos)
      marked = number;
  const auto place = marked == 0 ? std::nullopt : std::optional(SourcePlace{file, marked});
  Diagnosis diagnosis{"wide-unasked", {}, ""};
  add_fact(diagnosis,
           fmt::format("{}: AVX instructions, and the program never asks whether the processor has "
                       "them: if it does not, it is killed by SIGILL",
                       place ? text_of(*place) : file),
           place);
  diagnosis.next = {
      "call such a function only if __builtin_cpu_supports(\"avx2\") says so, for \"fma\" and "
      "others likewise, and otherwise an SSE one"};
  return diagnosis;
}

void explain_scalar_code(Scorecard& card, const FloatInstructions& found) {
  if (!card.speed || card.speed->passed || found.vectors > 0 || found.scalar == 0) return;
  card.speed->notes = {
      counted(found.scalar, "the program has 1 instruction that computes with floats, and it takes",
              "the program has {} instructions that compute with floats, and each takes") +
          " one number at a time",
      "_mm_mul_ps() takes four of them, as does an operation on a vector type"};
}

}  // namespace warplab
