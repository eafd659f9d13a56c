#include "autograder/course/hints.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "common/wrap.h"
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

TEST(Hints, BreakBetweenWordsAndKeepCodeAsItIs) {
  EXPECT_EQ(reflow("one two\nthree\n\n    code that stays\n\nfour", 8),
            "one two\nthree\n\n    code that stays\n\nfour");
  EXPECT_EQ(reflow("a\nb\nc d", 5), "a b c\nd");
  EXPECT_EQ(reflow("", 5), "");
}

TEST(Hints, FitInto80Columns) {
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Hint& hint : parse_hints(read_file(lab.folder / "hints.md")))
      for (const std::string& line : split_lines(reflow(hint.text, 80)))
        EXPECT_LE(width_of(line), 80u) << lab.name << ": " << line;
}

TEST(Hints, MayBeForGates) {
  const auto hints = parse_hints("## Hint 1 (a topic)\na\n## Hint 2 (for speed, read-banks)\nb\n");
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_TRUE(hints[0].gates.empty());
  EXPECT_EQ(hints[1].gates, (std::vector<std::string>{"speed", "read-banks"}));
}

TEST(Hints, AreForGatesThatTheStepHas) {
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Hint& hint : parse_hints(read_file(lab.folder / "hints.md"))) {
      const Step& step = lab.step(std::max(hint.step, 1));
      std::set<std::string> gates;
      for (const auto& [kind, terms] : step.gates)
        if (terms.points > 0 && kind != GateKind::correct) gates.emplace(traits_of(kind).name);
      for (const CounterGate& counter : step.hardware)
        if (counter.points > 0) gates.insert(counter.counter);
      for (const std::string& gate : hint.gates)
        EXPECT_TRUE(gates.contains(gate)) << lab.name << ", step " << step.number << ": " << gate;
    }
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
