// What a wrong program's text says of the copies that OpenMP threads have of its variables.
#include "autograder/judge/private_copies.h"

#include <gtest/gtest.h>

#include <string>

namespace warplab {
namespace {

std::string said(const std::string& source, bool is_all_zero = false) {
  std::string all;
  for (const NamedPlace& named : explain_private_copies("x.c", source, is_all_zero))
    all += named.sentence + "\n";
  return all;
}

TEST(PrivateCopies, BeginWithoutAValue) {
  for (const std::string use :
       {"y[i] = a * x[i] * scale;", "y[i] *= scale;", "scale *= 2;", "++scale;", "scale++;",
        "scale = scale + x[i];", "scale[i % 4] += x[i];", "if (scale > 1) y[i] = 0;",
        "y[scale] = 1;", "y[i] = _mm_mul_ps(scale[i], x[i]);",
        "v = _mm_add_ps(v, _mm_mul_ps(x[i], scale));", "s.scale = 1; y[i] = scale - 1;",
        "/* scale = 1 */ y[i] = scale;"}) {
    const std::string text =
        said("\n#pragma omp parallel for private(i, scale)\nfor (i = 0;;)\n" + use + "\n");
    EXPECT_TRUE(
        text.starts_with("x.c:2: a private variable starts with garbage, and each "
                         "thread's scale is used before it is set: "))
        << use << text;
  }
}

// What is said of "sum" between `before` and `behind`, from the remedy on.
std::string remedy(const std::string& before, const std::string& loop, const std::string& behind) {
  const std::string text =
      said(before + "\n#pragma omp parallel for private(sum)\n" + loop + "\n" + behind);
  const std::size_t at = text.find("set: ");
  return at == text.npos ? text : text.substr(at + 5);
}

TEST(PrivateCopies, GetAValueByWhatHelps) {
  const std::string from_before = "firstprivate gives each the value from before\n";
  const std::string only_read =
      "firstprivate gives each the value from before; what is only read may be shared: leave it "
      "out "
      "of private()\n";
  const std::string set_inside = "set it inside, before its first use\n";
  const std::string add_up = "reduction gives each its initial value, and adds up the copies\n";
  EXPECT_EQ(remedy("float sum = 2;", "for (;;) y[i] = sum * x[i];", ""), only_read);
  EXPECT_EQ(remedy("float sum;", "for (;;) y[i] = sum * x[i];", ""), set_inside);
  EXPECT_EQ(remedy("float sum = 0;", "for (;;) { sum += x[i]; y[i] = sum; sum = 0; }", "}"),
            from_before);
  EXPECT_EQ(remedy("float sum;", "for (;;) { sum += x[i]; y[i] = sum; sum = 0; }", "}"),
            set_inside);
  EXPECT_EQ(remedy("float sum = 0;", "for (;;) for (;;) { sum += x[i]; y[i] = sum; }", "}"),
            set_inside);
  EXPECT_EQ(remedy("float sum = 0;", "for (;;) if (x[i]) sum += x[i];", "y[0] = sum;"), add_up);
}

TEST(PrivateCopies, AreNamedTogether) {
  EXPECT_EQ(said("float r = 0, g = 0, b = 0;\n#pragma omp parallel for private(r, g, b)\n"
                 "for (;;) { r += 1; g += 2; b += 3; r = g = b = 0; }\n"),
            "x.c:2: a private variable starts with garbage, and each thread's r, g and b are used "
            "before they are set: firstprivate gives each the value from before\n");
}

TEST(PrivateCopies, MayBeSetFirst) {
  for (const std::string use :
       {"scale = 2; y[i] = scale * x[i];", "for (scale = 0; scale < 3; ++scale) f(scale);",
        "float scale; scale += 2;", "memset(scale, 0, sizeof scale);", "get(&scale);",
        "scale[0] = 1; scale[0] += 2;", "float *scale = y;", "float *scale;",
        "float *p = y, *scale;", "_mm_store_ps(scale, x[i]);", "set(scale[i], x[i]);",
        "rescale += 1;", ""})
    EXPECT_EQ(said("#pragma omp for private(scale)\n" + use + "\n"), "") << use;
}

TEST(PrivateCopies, AreLostWhereAllIsZero) {
  const std::string source =
      "float sum = 0;\n"
      "#pragma omp parallel for \\\n"
      "    firstprivate(sum)\n"
      "for (int i = 0; i < n; ++i) sum += x[i];\n";
  EXPECT_TRUE(said(source, true).starts_with("x.c:2: each thread has a copy of sum"))
      << said(source, true);
  EXPECT_EQ(said(source, false), "");
}

TEST(PrivateCopies, AreOnlyThoseOfSuchClauses) {
  for (const std::string line :
       {"#pragma omp parallel for lastprivate(sum)", "#pragma omp threadprivate(sum)",
        "#pragma omp parallel for reduction(+ : sum)", "#define private(sum)",
        "// #pragma omp parallel for private(sum)", "#pragma omp parallel for default(none)"})
    EXPECT_EQ(said(line + "\nfor (int i = 0; i < n; ++i) sum += x[i];\n", true), "") << line;
}

TEST(PrivateCopies, MayBeOfALineOfAnyLength) {
  const std::string many(1 << 20, 'a');
  const std::string text =
      said("#pragma omp parallel for private(" + many + ")\n" + many + "++;\n");
  EXPECT_NE(text.find("each thread's " + many + " is used"), text.npos);
  EXPECT_NE(said("#pragma omp" + std::string(1 << 20, ' ') + "for private(sum)\nsum += 1;\n"), "");
}

TEST(PrivateCopies, GoByCodeAlone) {
  const std::string directive = "#pragma omp parallel for private(sum)  // each its own\n";
  EXPECT_NE(said(directive + "puts(R\"(sum = 1;)\"); sum += x[i];\n"), "");
  EXPECT_NE(said(directive + "// for now \\\nsum = 1;\nsum += x[i];\n"), "");
  EXPECT_EQ(said("// see \\\n" + directive + "sum += x[i];\n"), "");
}

TEST(PrivateCopies, MayBeOfAFileOfWindows) {
  EXPECT_NE(said("#pragma omp parallel for private(sum)\r\nfor (;;) sum += x[i];\r\n"), "");
}

TEST(PrivateCopies, TakeAnyText) {
  for (const std::string text :
       {"", "#", "#pragma omp for private(", "#pragma omp for private(a)\\", "/*", "\"", "'\\",
        "#pragma omp for private(a)\na[", "#pragma omp for private(a)\na", "\\\n\\\n"})
    EXPECT_EQ(said(text, true), "") << text;
}

}  // namespace
}  // namespace warplab
