#include "simt/ptx/coverage.h"

#include <string_view>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

const char* name_of_status(Status status) {
  switch (status) {
    case Status::full:
      return "yes";
    case Status::partial:
      return "partly";
    case Status::none:
      return "no";
  }
  return "";
}

// "rn rz" -> "`.rn` `.rz`"
std::string dotted(std::string_view words) {
  std::string text;
  for (size_t begin = 0; begin < words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (!text.empty()) text += ' ';
    text += "`." + std::string(words.substr(begin, end - begin)) + "`";
    begin = end + 1;
  }
  return text;
}

std::string instruction_table() {
  std::string text =
      "| instruction | runs | types | modifiers, spaces, vectors | notes |\n"
      "|---|---|---|---|---|\n";
  for (size_t i = 0; i < opcode_count(); ++i) {
    const OpcodeInfo& info = info_of(static_cast<Opcode>(i));
    if (info.status == Status::none) continue;
    text += "| `" + std::string(info.name) + "` | " + name_of_status(info.status) + " | " +
            dotted(info.types) + " | " + dotted(info.words) + " | " + std::string(info.note) +
            " |\n";
  }
  return text;
}

std::string missing_table() {
  std::string text = "| instruction | what it is for |\n|---|---|\n";
  for (size_t i = 0; i < opcode_count(); ++i) {
    const OpcodeInfo& info = info_of(static_cast<Opcode>(i));
    if (info.status != Status::none) continue;
    text += "| `" + std::string(info.name) + "` | " + std::string(info.note) + " |\n";
  }
  return text;
}

std::string special_register_table() {
  std::string text = "| special register | type |\n|---|---|\n";
  for (size_t i = 0; i < special_register_count(); ++i) {
    const auto special = static_cast<SpecialRegister>(i);
    text += "| `" + std::string(name_of(special)) + "` | `." +
            std::string(name_of(type_of(special))) + "` |\n";
  }
  return text;
}

}  // namespace

std::string coverage_markdown() {
  size_t counts[3] = {};
  for (size_t i = 0; i < opcode_count(); ++i)
    ++counts[static_cast<size_t>(info_of(static_cast<Opcode>(i)).status)];

  std::string text =
      "# What simt covers of PTX\n"
      "\n"
      "Generated from `simt/ptx/opcodes.def` and `special_registers.def`; a test compares. The\n"
      "reference is PTX ISA 9.0, targets up to sm_90: what nvcc 13 and clang 19 emit for them\n"
      "parses.\n"
      "\n"
      "A module that holds an instruction which simt does not run still loads. A kernel that\n"
      "contains one cannot be launched: the error names the instruction, its line and column. "
      "Text\n"
      "that is not PTX at all is refused when it is loaded, at line and column too.\n"
      "\n";
  text += "Of " + std::to_string(opcode_count()) + " instructions, " + std::to_string(counts[0]) +
          " run in every form but for what the notes say, " + std::to_string(counts[1]) +
          " partly, " + std::to_string(counts[2]) + " not at all.\n\n";
  text += "## Instructions that run\n\n" + instruction_table();
  text += "\n## Instructions that do not\n\n" + missing_table();
  text += "\n## Special registers\n\n" + special_register_table();
  return text;
}

}  // namespace simt::ptx
