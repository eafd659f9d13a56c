#include "autograder/course/hints.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

TEST(Hints, BelongToTheStepAboveThem) {
  const auto hints = parse_hints(
      "# Hints\nfirst words\n## Hint 1\n\na\n\nb\n\n# Step 2: x\n\n## Hint 1 (y)\nc\n# End\nd\n");
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_EQ(hints[0].step, 0);
  EXPECT_EQ(hints[0].text, "a\n\nb");
  EXPECT_EQ(hints[1].step, 2);
  EXPECT_EQ(hints[1].title, "Hint 1 (y)");
  EXPECT_EQ(hints[1].text, "c");
}

TEST(Hints, EveryStepOfTheCourseHasSome) {
  for (const Lab& lab : load_course(checkout::root).labs) {
    const auto hints = parse_hints(read_file(lab.folder / "hints.md"));
    for (const Step& step : lab.steps)
      EXPECT_TRUE(
          std::any_of(hints.begin(), hints.end(),
                      [&](const Hint& hint) { return hint.step == step.number || hint.step == 0; }))
          << lab.name << " step " << step.number;
  }
}

}  // namespace
}  // namespace warplab
