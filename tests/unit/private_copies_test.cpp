// What a wrong program's text says of the copies that OpenMP threads have of its variables.
#include "autograder/judge/private_copies.h"

#include <gtest/gtest.h>

#include <string>

namespace warplab {
namespace {

std::string said(const std::string& source, bool is_all_zero = false) {
  std::string all;
  for (const std::string& sentence : explain_private_copies("x.c", source, is_all_zero))
    all += sentence + "\n";
  return all;
}

TEST(PrivateCopies, BeginWithoutAValue) {
  for (const std::string use :
       {"y[i] = a * x[i] * scale;", "y[i] *= scale;", "scale *= 2;", "++scale;", "scale++;",
        "scale = scale + x[i];", "scale[i % 4] += x[i];", "if (scale > 1) y[i] = 0;",
        "y[scale] = 1;", "s.scale = 1; y[i] = scale - 1;", "/* scale = 1 */ y[i] = scale;"}) {
    const std::string text =
        said("\n#pragma omp parallel for private(i, scale)\nfor (i = 0;;)\n" + use + "\n");
    EXPECT_TRUE(text.starts_with("x.c:2: each thread's private copy of scale begins"))
        << use << text;
  }
}

TEST(PrivateCopies, MayBeSetFirst) {
  for (const std::string use :
       {"scale = 2; y[i] = scale * x[i];", "for (scale = 0; scale < 3; ++scale) f(scale);",
        "float scale; scale += 2;", "memset(scale, 0, sizeof scale);", "get(&scale);",
        "scale[0] = 1; scale[0] += 2;", "float *scale = y;", "float *scale;",
        "float *p = y, *scale;", "rescale += 1;", ""})
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

TEST(PrivateCopies, TakeAnyText) {
  for (const std::string text :
       {"", "#", "#pragma omp for private(", "#pragma omp for private(a)\\", "/*", "\"", "'\\",
        "#pragma omp for private(a)\na[", "#pragma omp for private(a)\na", "\\\n\\\n"})
    EXPECT_EQ(said(text, true), "") << text;
}

}  // namespace
}  // namespace warplab
