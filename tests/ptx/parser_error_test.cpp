// What is no PTX is refused with a place and a reason, whatever the text.
#include "tests/ptx/parser_helper.h"

namespace simt::ptx {
namespace {

struct Case {
  const char* text;
  const char* message;
};

// Bodies of kernels; their first line is line 7.
TEST(ParserErrors, InBodies) {
  const Case cases[] = {
      {"foo.bar %r1;", "7:1: unknown instruction 'foo'; expected one of PTX ISA 9.0"},
      {"add.foo.s32 %r1, %r2, %r3;", "7:4: add has no modifier .foo"},
      {"add.wide.s32 %r1, %r2, %r3;", "7:4: add has no modifier .wide"},
      {"add.global.s32 %r1, %r2, %r3;", "7:4: add has no form for space .global"},
      {"add.v2.s32 %r1, %r2, %r3;", "7:4: add has no vector form .v2"},
      {"add..s32 %r1, %r2, %r3;", "7:4: add has no modifier ."},
      {"\n  add.s32 %r1, %r2, %q7;",
       "8:21: register '%q7' is not declared; expected a .reg before or a special register"},
      {"add.s32 %r1, %r2, %r10;",
       "7:19: register '%r10' is not declared; those declared are %r0 to %r9"},
      {"add.s32 %r1, %r2, %r01;",
       "7:19: register '%r01' is not declared; expected a .reg before or a special register"},
      {"mov.u64 %rd1, table;", "7:15: 'table' is not declared"},
      {"mov.u32 %r1, %tid;", "7:14: '%tid' is a vector; expected one element, as in %tid.x"},
      {"add.s32 %r1, %r2;", "7:1: add takes 3 operands, found 2"},
      {"popc.b32 %r1, %r2, %r3;", "7:1: popc takes 2 operands, found 3"},
      {"ret %r1;", "7:1: ret takes 0 operands, found 1"},
      {"trap", "8:1: expected an operand or ';', found '}'"},
      {"nanosleep.u32;", "7:1: nanosleep takes 1 operand, found 0"},
      {"setp.eq.s32 %p1, %r1;", "7:1: setp takes 3 operands, found 2"},
      {"add.s32 %r1, %r2 %r3;", "7:18: expected ',' or ';' after the operands of add, found '%r3'"},
      {"@%r1 exit;", "7:2: '%r1' is not a predicate; a guard is a register of type .pred"},
      {"@%p9 exit;", "7:2: register '%p9' is not declared; those declared are %p0 to %p3"},
      {"@%p1 { exit; }", "7:6: expected an instruction after the guard, found '{'"},
      {"L: exit;\nL: exit;", "8:1: 'L' is declared twice in this scope"},
      {"bra NOWHERE;", "7:5: label 'NOWHERE' is not declared in a scope around this"},
      {"{ L: exit; }\n  bra L;", "8:7: label 'L' is not declared in a scope around this"},
      {"bra k_param_0;", "7:5: label 'k_param_0' is not declared in a scope around this"},
      {".reg .b32 a; bra a;", "7:18: 'a' is not a label"},
      {"bra 5;", "7:5: expected a label, found '5'"},
      {"T: .branchtargets L;", "7:19: label 'L' is not declared in a scope around this"},
      {".reg .b32 a, a;", "7:14: 'a' is declared twice in this scope"},
      {".reg .b32 %r<3>;", "7:11: '%r' is declared twice in this scope"},
      {".reg .b32 %x<4000000000>;",
       "7:14: more registers than 1048576 in a function or 8388608 in a module"},
      {".reg .b32 %x<4294967296>;", "7:14: 4294967296 is too large for a number of registers"},
      {".reg .v4 .b32 %x<1000000>;",
       "7:18: more registers than 1048576 in a function or 8388608 in a module"},
      {".reg %x;", "7:6: expected a type such as .b32 or .pred after .reg, found '%x'"},
      {".foo x;",
       "7:1: unknown directive '.foo' in a function; expected .reg, .local, .shared or another "
       "declaration"},
      {"ld.global.u32 %r1, [%rd1;", "7:25: expected ']' after the address, found ';'"},
      {"ld.global.u32 %r1, [%tid.x];",
       "7:21: expected a register, a variable or a number in an address, found '%tid'"},
      {"ld.global.u32 %r1, [%rd1+1.5];", "7:25: expected an integer for an offset"},
      {"mov.b64 {%r1, %r2, %rd1;", "7:24: expected '}' after the vector, found ';'"},
      {"mov.b64 {{%r1}, %r2}, %rd1;",
       "7:10: expected a register, a variable or a number, found '{'"},
      {"mov.b64 {}, %rd1;", "7:10: expected an element of the vector, found '}'"},
      {"setp.eq.s32 %p1|5, %r1, %r2;", "7:17: expected a register after '|', found '5'"},
      {"mov.u32 %r1, 1+;", "7:16: expected a constant, found ';'"},
      {"mov.u32 %r1, 1/0;", "7:15: division by zero"},
      {"mov.u32 %r1, 1%(2-2);", "7:15: division by zero"},
      {"mov.u32 %r1, 1.0+2;", "7:17: floating-point constants take no operator but a sign"},
      {"mov.u32 %r1, 0x;", "7:14: a malformed number; expected digits of base 16"},
      {"mov.u32 %r1, 089;", "7:14: a malformed number; expected digits of base 8"},
      {"mov.u32 %r1, 12ab;", "7:14: a malformed number; expected digits of base 10"},
      {"mov.u64 %rd1, 18446744073709551616;", "7:15: an integer that does not fit 64 bits"},
      {"mov.f32 %f1, 0f3F80000;",
       "7:14: a floating-point literal has 8 hexadecimal digits after 0f, found 7"},
      {"mov.f64 %f1, 0d3FF00000000000000;",
       "7:14: a floating-point literal has 16 hexadecimal digits after 0d, found 17"},
      {"call nothing;", "7:6: 'nothing' is not declared"},
      {"call k;", "7:1: call of k: expected 1 argument, found 0"},
      {"call %rd1;", "7:6: an indirect call needs a .callprototype after its arguments"},
      {"call k_param_0;", "7:6: expected a function or a register that holds its address"},
      {"call %rd1, (), k;", "7:16: expected the name of a .callprototype or of .calltargets"},
      {".reg .v2 .b32 %v; mov.b32 %r1, %v.z;",
       "7:34: a register of 2 elements has no element '.z'"},
      {".shared .b32 x = 5;", "7:16: only .global and .const variables can be initialised"},
      {"/* open", "7:1: comment without an end; expected '*/'"},
      {".pragma \"open;", "7:9: string without an end; expected '\"' in the same line"},
      {"mov.u32 %r1, #;", "7:14: unexpected character '#'"},
      {"mov.u32 %r1, \x01;", "7:14: unexpected byte 1"},
      {"ld.global.local.shared.const.u32 %r1, [%rd1];", "7:23: ld has too many state spaces"},
      {"cvt.u8.u8.u8.u8.u8.u8.u8.u8 %r1, %r2;", "7:25: cvt has too many types"},
  };
  for (const Case& c : cases) EXPECT_EQ(error_in_kernel(c.text), c.message) << c.text;
}

// Of modules; their first line is line 4.
TEST(ParserErrors, InModules) {
  const Case cases[] = {
      {"add.s32 a, b, c;",
       "4:1: expected a directive such as .entry, .func or .global, found 'add'"},
      {".foo",
       "4:1: unknown directive '.foo'; expected .entry, .func, a variable or another directive of "
       "PTX"},
      {".visible 5", "4:10: expected .entry, .func or a variable after the linkage, found '5'"},
      {".entry k() {", "4:12: the body of k has no end; expected '}'"},
      {".entry k() .foo {}", "4:12: unknown directive '.foo' in a function's header"},
      {".entry k(", "4:10: expected .param, found the end of the text"},
      {".entry k() 5", "4:12: expected '{' or ';' after the function's header, found '5'"},
      {".entry k() {}\n.entry k() {}", "5:8: function k is defined twice, first in line 4"},
      {".extern .func f() {}",
       "4:15: an .extern function has no body; leave out .extern or the body"},
      {".func f(.reg .b32 a);", "4:9: parameters in registers are not covered; expected .param"},
      {".func f(.param .b32 a, .param .b32 a) {}", "4:36: 'a' is declared twice in this scope"},
      {".global .u32 f;\n.func f;", "5:7: 'f' is a variable already"},
      {".global .u32 x;\n.global .u32 x;", "5:14: 'x' is declared twice in this scope"},
      {".global x;", "4:9: expected a type such as .u32 or .b8, found 'x'"},
      {".global .u32 .u32 x;",
       "4:14: expected a type, .align or a name in the declaration, found '.u32'"},
      {".global .align 3 .u32 x;", "4:16: an alignment is a power of two up to 65536, found 3"},
      {".global .u32 x[2][];", "4:15: only the first dimension of an array can be left out"},
      {".global .u32 x[-1];", "4:15: an array has 0 to 68719476736 elements, found -1"},
      {".global .u32 x[1000000000][1000000000];", "4:15: variable x is larger than 64 GiB"},
      {".global .u32 x[1][1][1][1][1][1][1][1][1];", "4:15: an array of more than 8 dimensions"},
      {".global .u32 x[2] = {1, 2, 3};", "4:28: more values than x has elements"},
      {".global .u32 x[2][2] = {{1, 2, 3}};", "4:32: more values than x has elements"},
      {".global .u32 x[2] = {{1}};", "4:22: more nested braces than x has dimensions"},
      {".global .u32 x[2] = 1;", "4:21: expected '{' before the values of an array, found '1'"},
      {".global .b16 x = 1.5;", "4:18: a floating-point value cannot initialise .b16"},
      {".global .u64 x = y;", "4:18: 'y' is not declared"},
      {".global .u32 y; .global .u8 x = 0xF0(y);",
       "4:33: a mask selects one byte of an address: 0xFF, 0xFF00, ..."},
      {".global .u32 y; .global .u32 x = 0xFF(y);", "4:34: a mask initialises a variable of bytes"},
      {".global .b8 x[2] = \"abc\";", "4:20: the string is longer than the array"},
      {".global .u8 x[1000000000][60] = {{1}, {2}, 3};", ""},
      {".global .u8 x[2][1000000000] = {{1}, {2}};",
       "4:40: initialisers of more than 256 MiB in a module"},
      {".file 70000 \"a\"", "4:7: file numbers end at 65535, found 70000"},
      {".loc 1 2 3, inlined 4", "4:13: expected function_name or inlined_at, found 'inlined'"},
      {".section .debug_info { {", "4:1: section without an end; expected '}'"},
      {".alias f, g;", "4:8: 'f' is not declared"},
      {".func f; .func g; .alias f, g;", "4:29: an alias needs a function with a body"},
  };
  for (const Case& c : cases) EXPECT_EQ(error_of(c.text), c.message) << c.text;
}

TEST(ParserErrors, BeforeAnything) {
  EXPECT_EQ(error_of_text(""),
            "1:1: expected '.version', which begins every module, found the end of the text");
  EXPECT_EQ(error_of_text("\x7f"
                          "ELF"),
            "1:1: unexpected byte 127");
  EXPECT_EQ(error_of_text(".version nine"), "1:10: expected a version such as 9.0, found 'nine'");
  EXPECT_EQ(error_of_text(".version 9.0 .target 80"),
            "1:22: expected a target such as sm_80, found '80'");
}

TEST(ParserErrors, NestingHasLimits) {
  const auto repeat = [](const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  EXPECT_EQ(error_in_kernel(repeat("{", 255) + repeat("}", 255)), "");
  EXPECT_EQ(error_in_kernel(repeat("{", 100000)), "7:256: scopes nested more than 256 deep");
  EXPECT_EQ(error_in_kernel("mov.u32 %r1, " + repeat("(", 60) + "1" + repeat(")", 60) + ";"), "");
  for (const char* part : {"(", "-", "~", "!", "+", "1?", "(.u64)", "1?2:"}) {
    const std::string error = error_in_kernel("mov.u32 %r1, " + repeat(part, 100000) + ";");
    EXPECT_NE(error.find("a constant expression nested more than 64 deep"), error.npos) << part;
  }
  EXPECT_NE(error_of(".global .u32 x = " + repeat("{", 100000)), "");
}

// Any piece of a module parses or is refused.
TEST(ParserErrors, TextThatEndsAnywhere) {
  const std::string text =
      std::string(header) +
      ".file 1 \"a\"\n.global .u64 q;\n.global .u64 p[2] = {generic(q)+4, 0xFF};\n" +
      in_kernel(
          ".loc 1 2 3, function_name L, inlined_at 1 2 3\n"
          "L: @!%p1 bra L; T: .branchtargets L; ld.global.v2.u32 {%r1, _}, [%rd1+4];\n"
          "P: .callprototype (.param .b32 _) _ (.param .b64 _); call (_), %rd1, (1), P;\n"
          "setp.lt.or.s32 %p1|%p2, %r1, (3<4)?1:-2, !%p1; /* c */ tex.2d x, [y, {z}];") +
      ".section .debug { x }\n";
  EXPECT_NO_THROW(parse(text));
  for (size_t size = 0; size < text.size(); ++size) error_of_text(text.substr(0, size));
  for (size_t gone = 0; gone < text.size(); ++gone)
    error_of_text(text.substr(0, gone) + text.substr(gone + 1));
}

}  // namespace
}  // namespace simt::ptx
