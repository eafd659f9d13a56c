// Characters that were pasted and are no part of the language, and the same in comments and strings.
#include "autograder/build/odd_characters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace warplab {
namespace {

std::string said_of(const std::string& text) {
  const auto odd = find_odd_character(text);
  return odd ? fmt::format("{}:{} {}, {}, {}", odd->line, odd->column, odd->name, odd->remedy,
                           odd->others)
             : "";
}

TEST(OddCharacter, HasItsPlaceItsNameAndWhatToType) {
  EXPECT_EQ(said_of("int a;\n\tint\u00a0b;\u00a0\n"),
            "2:5 U+00A0 NO-BREAK SPACE, type a space instead, 1");
  EXPECT_EQ(said_of("/* \u00e9 */ puts(\u201chello\u201d);"),
            "1:14 U+201C LEFT DOUBLE QUOTATION MARK, type \" instead, 1");
  EXPECT_EQ(said_of("a = b \u2013 1;"), "1:7 U+2013 EN DASH, type - instead, 0");
  EXPECT_EQ(said_of("in\u200bt a;"), "1:3 U+200B ZERO WIDTH SPACE, delete it, 0");
  EXPECT_EQ(said_of("int a;\ufeff"), "1:7 U+FEFF ZERO WIDTH NO-BREAK SPACE, delete it, 0");
  EXPECT_EQ(said_of("f(1\uff0c 2);"), "1:4 U+FF0C of full width, type , instead, 0");
  EXPECT_EQ(said_of("a\u2007b"), "1:2 U+2007, type a space instead, 0");
  EXPECT_EQ(said_of("int \U0001f600;"), "1:5 U+1F600, delete it, 0");
}

TEST(OddCharacter, IsNoneWhereCompilersTakeIt) {
  for (const char* text :
       {"", "int a;\n", "\ufeffint a;\n", "int caf\u00e9 = 1, \u03b1\u0308 = 2, \u5024 = 3;\n",
        "// \u201ca\u00a0b\u201d \u2026\nint a;", "int a; /* \u2013\n\u200b */ int b;",
        "// one \\ \n \u00a0 more\nint a;", "// one \\\r\n \u00a0 more\r\nint a;",
        "puts(\"\u2264 \\\" \u00a0\");", "const wchar_t c = L'\u00a0';", "puts(\"a\\\n\u00a0\");",
        "auto s = R\"x(\" \u00a0 )\" )x\";", "auto s = u8R\"(\u00a0\n\u00a0)\";",
        "float x\u00b2 = x\u2081 * x\u00b9;"})
    EXPECT_EQ(said_of(text), "") << text;
}

TEST(OddCharacter, IsNoneWhereCompilersReadNothing) {
  for (const char* text : {"#if 0\nDon\u2019t \u2013 see \u201cslides\u201d\n#endif\nint a;",
                           "/* a */ # if 0 // b\n\u00a0\n# endif",
                           "#if 0\nisn't\n#if 1\n\u00a0\n#else\n\u00a0\n#endif\n\u00a0",
                           "#if 0 /* a\n */\n\u00a0\n#endif", "# \\\nif 0\n\u00a0\n#endif",
                           "#if 0\r\n\u00a0\r\n#else\r\nint a;\r\n#endif\r\n"})
    EXPECT_EQ(said_of(text), "") << text;
  for (const char* text :
       {"#if 0\n#endif\n\u00a0", "#if 0\n#else\n\u00a0\n#endif", "#if 0\n#elif 1\n\u00a0\n#endif",
        "#if 0\n#ifdef A\n#endif\n#endif\n\u00a0", "#if 0 + 1\n\u00a0\n#endif",
        "#if 0 /* a */ + 1\n\u00a0\n#endif", "a /*\n*/ #if 0\n\u00a0\n", "#if 1\n\u00a0\n#endif",
        "a #if 0\n\u00a0\n", "#if 0x1\n\u00a0\n#endif"})
    EXPECT_NE(said_of(text), "") << text;
}

TEST(OddCharacter, CanBeLookedForInALine) {
  const std::string text = "int\u00a0a;\nint b;\nint\u2009c;\u2009\n";
  EXPECT_EQ(find_odd_character(text, 3)->name, "U+2009 THIN SPACE");
  EXPECT_EQ(find_odd_character(text, 3)->others, 1);
  EXPECT_FALSE(find_odd_character(text, 2));
}

TEST(OddCharacter, IsOneBehindACommentAStringOrASeparatorOfDigits) {
  for (const char* before : {"// a\n", "// a\\\\\n\n", "/* ' */", "\"\\\\\"", "'\"'", "1'000'000",
                             "0x1'f", "R\"(\")\"", "LR\"a(\")a\"", "R(\"\")", "/**/",
                             "#error don't\n", "\"never closed\n", "x = 'a\n", "//\r\n"})
    EXPECT_NE(said_of(std::string(before) + "\u00a0"), "") << before;
  EXPECT_EQ(said_of("/* never closed \u00a0"), "");
  EXPECT_EQ(said_of("R\"("), "");
  EXPECT_EQ(said_of("R\""), "");
  EXPECT_EQ(said_of("\\"), "");
}

}  // namespace
}  // namespace warplab
