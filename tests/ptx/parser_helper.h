// Short ways to parse pieces of PTX and to read what came out.
#pragma once

#include <string>
#include <vector>

#include "simt/ptx/parser.h"
#include "simt/ptx/program.h"

namespace simt::ptx {

inline constexpr const char* header = ".version 8.0\n.target sm_80\n.address_size 64\n";

// The module with this text after the header, which takes three lines.
inline Module module_of(const std::string& text) { return parse(header + text); }

// The message of the error that the text gives, "" where it parses.
inline std::string error_of_text(const std::string& text) {
  try {
    parse(text);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}
inline std::string error_of(const std::string& text) { return error_of_text(header + text); }

// Registers that the bodies of the tests may use; one line.
inline constexpr const char* registers =
    ".reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<4>;\n";

inline std::string in_kernel(const std::string& body) {
  return ".visible .entry k(.param .u64 k_param_0)\n{\n" + std::string(registers) + body + "\n}\n";
}

// The kernel with this body; its first line is line 7 of the text.
inline Function kernel_of(const std::string& body) {
  Module module = module_of(in_kernel(body));
  return module.functions.at(0);
}
inline std::string error_in_kernel(const std::string& body) { return error_of(in_kernel(body)); }

inline Instruction instruction_of(const std::string& text) {
  return kernel_of(text).instructions.at(0);
}

// The name of the register that an operand is.
inline std::string name_in(const Function& function, const Operand& operand) {
  if (operand.kind != Operand::Kind::reg) return "no register";
  return (operand.negated ? "!" : "") + function.registers.at(operand.index).name;
}

}  // namespace simt::ptx
