// What of a source text is code, comments and literals, and its directives.
#include "common/code_spans.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>

namespace warplab {
namespace {

// `text` with its comments as C and what is in quotes as Q, each once.
std::string kinds_of(const std::string& text) {
  std::string kinds;
  for (const TextSpan& span : text_spans(text))
    kinds += span.kind == TextKind::comment  ? "C"
             : span.kind == TextKind::quoted ? "Q"
                                             : text.substr(span.begin, span.end - span.begin);
  return kinds;
}

TEST(CodeSpans, AreBesideCommentsAndQuotes) {
  EXPECT_EQ(kinds_of("int a;  // b\nint c; /* d\n e */ f(\"g\", 'h');"),
            "int a;  C\nint c; C f(Q, Q);");
  EXPECT_EQ(kinds_of("a//b"), "aC");
  EXPECT_EQ(kinds_of("a/**/b/*/c*/d"), "aCbCd");
  EXPECT_EQ(kinds_of("a / b * c"), "a / b * c");
  EXPECT_EQ(kinds_of("\"\"''\"a\" \"b\""), "QQQ Q");
  EXPECT_EQ(kinds_of("\xef\xbb\xbfint a;"), "int a;") << "a byte order mark";
  EXPECT_EQ(kinds_of(""), "");
}

TEST(CodeSpans, ACommentInAStringIsNoneNorAStringInAComment) {
  EXPECT_EQ(kinds_of("f(\"// a\"); g(\"/*\", \"*/\"); h('/*');"), "f(Q); g(Q, Q); h(Q);");
  EXPECT_EQ(kinds_of("// \"a\nb; /* ' */ c; /* \" // */ d;"), "C\nb; C c; C d;");
}

TEST(CodeSpans, AQuoteInAStringHasABackslash) {
  EXPECT_EQ(kinds_of(R"(f("a\"b", '\'', "\\", '"', "'");)"), "f(Q, Q, Q, Q, Q);");
}

TEST(CodeSpans, ARawStringEndsWithItsOwnMark) {
  EXPECT_EQ(kinds_of("R\"(a \" // b\\)\";"), "RQ;");
  EXPECT_EQ(kinds_of("R\"x()\" \n)y\" )x\" a;"), "RQ a;");
  EXPECT_EQ(kinds_of("u8R\"(\")\" LR\"-(\n)-\" uR\"()\" UR\"()\""), "u8RQ LRQ uRQ URQ");
  EXPECT_EQ(kinds_of("FOUR\"(\\\")\" a"), "FOURQ a") << "a name";
  EXPECT_EQ(kinds_of("R\"seventeen letters(\" a(\")\""), "RQ a(Q") << "too long a mark";
}

TEST(CodeSpans, AnApostropheInANumberIsNoQuote) {
  EXPECT_EQ(kinds_of("a = 1'000'000 + 0x1'f + 'b';"), "a = 1'000'000 + 0x1'f + Q;");
  EXPECT_EQ(kinds_of("L'a' u8'b'"), "LQ u8Q");
}

TEST(CodeSpans, ALineThatEndsInABackslashGoesOn) {
  EXPECT_EQ(kinds_of("// a \\\nb\nc"), "C\nc");
  EXPECT_EQ(kinds_of("// a \\ \t\r\nb\r\nc"), "C\nc");
  EXPECT_EQ(kinds_of("// a \\\n\nb"), "C\nb");
  EXPECT_EQ(kinds_of("\"a\\\nb\" c \"d\\\r\ne\" f"), "Q c Q f");
}

TEST(CodeSpans, WhatIsNotClosedEndsWithItsLineOrWithTheText) {
  EXPECT_EQ(kinds_of("a = \"b;\nc;"), "a = Q\nc;");
  EXPECT_EQ(kinds_of("#error don't\nc;"), "#error donQ\nc;");
  EXPECT_EQ(kinds_of("a \"b\\"), "a Q");
  EXPECT_EQ(kinds_of("a \"b\\\r"), "a Q");
  EXPECT_EQ(kinds_of("a /* b\nc"), "a C");
  EXPECT_EQ(kinds_of("a /*/"), "a C");
  EXPECT_EQ(kinds_of("a R\"x( b\nc)\""), "a RQ");
  EXPECT_EQ(kinds_of("a R\"x\nb"), "a RQ\nb");
}

TEST(CodeSpans, CoverAnyText) {
  std::mt19937 random(1);
  const std::string pieces = "\"'\\\n/*()R#0a\xff \t\r";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t length = random() % 40; length > 0; --length)
      text += pieces[random() % pieces.size()];
    std::size_t at = 0;
    for (const TextSpan& span : text_spans(text)) {
      EXPECT_EQ(span.begin, at) << text;
      EXPECT_LT(span.begin, span.end) << text;
      at = span.end;
    }
    EXPECT_EQ(at, text.size()) << text;
    EXPECT_EQ(code_of(text, '?').size(), text.size());
    at = 0;
    for (const Directive& directive : directives_in(text)) {
      EXPECT_LE(at, directive.begin) << text;
      EXPECT_LT(directive.begin, directive.end) << text;
      EXPECT_LE(directive.line, directive.last_line) << text;
      EXPECT_EQ(directive.text.find('\n'), std::string::npos) << text;
      at = directive.end;
    }
    EXPECT_LE(at, text.size()) << text;
  }
}

TEST(CodeSpans, MayBeOfAnyLength) {
  const std::string many(1 << 20, '/');
  EXPECT_EQ(kinds_of("a " + many + "\nb \"" + many + "\"\n"), "a C\nb Q\n");
  EXPECT_EQ(directives_in("#pragma " + std::string(1 << 20, 'a')).at(0).text.size(),
            8u + (1 << 20));
}

TEST(CodeOf, KeepsPlacesAndLines) {
  EXPECT_EQ(code_of("a/*b\nc*/d // e\n\"f\"", '.'), "a...\n...d ....\n...");
}

std::string directives(const std::string& text) {
  std::string all;
  for (const Directive& each : directives_in(text))
    all += each.text + "|" + text.substr(each.begin, each.end - each.begin) + "|" +
           std::to_string(each.line) + "-" + std::to_string(each.last_line) + "\n";
  return all;
}

TEST(Directives, AreLinesOfTheirOwn) {
  EXPECT_EQ(directives("int a;\n#if 0\n  # else\na #endif\n"),
            "#if 0|#if 0\n|2-2\n# else|# else\n|3-3\n");
  EXPECT_EQ(directives("#endif"), "#endif|#endif|1-1\n");
  EXPECT_EQ(directives("// #if\n/* #if\n#if */\n\"\\\n#if\"\n"), "");
}

TEST(Directives, HaveABlankForAComment) {
  EXPECT_EQ(directives("/* a */ #if/* b */0 // c\n"), "#if 0  |#if/* b */0 // c\n|1-1\n");
  EXPECT_EQ(directives("/* a\n*/ #if 0\n"), "#if 0|#if 0\n|2-2\n");
  EXPECT_EQ(directives("#define A /* b\n c */ d\n#e\n"),
            "#define A   d|#define A /* b\n c */ d\n|1-2\n#e|#e\n|3-3\n");
  EXPECT_EQ(directives("a /* b\n*/ #if 0\n"), "") << "in the line of a";
}

TEST(Directives, GoOnAfterABackslash) {
  EXPECT_EQ(
      directives("#pragma omp \\\n  for \\ \r\n  nowait\nb\n#c\n"),
      "#pragma omp    for    nowait|#pragma omp \\\n  for \\ \r\n  nowait\n|1-3\n#c|#c\n|5-5\n");
  EXPECT_EQ(directives("a \\\n#if\n"), "") << "in the line of a";
  EXPECT_EQ(directives("#a \\"), "#a \\|#a \\|1-1\n");
  EXPECT_EQ(directives("#error don't \\\nb\n"), "#error don |#error don't \\\nb\n|1-2\n")
      << "what nothing closes goes on, too";
}

TEST(FindWord, TakesNoPartOfALongerOne) {
  EXPECT_EQ(find_word("sums sum_ sum", "sum"), 10u);
  EXPECT_EQ(find_word("sum", "sum"), 0u);
  EXPECT_EQ(find_word("sum+sum", "sum", 1), 4u);
  EXPECT_EQ(find_word("1sum sum1", "sum"), std::string::npos);
  EXPECT_EQ(find_word("", "sum"), std::string::npos);
}

}  // namespace
}  // namespace warplab
