// What a new lab still lacks, all of it at once.
#include "autograder/course_commands/lab_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using Sentences = std::vector<std::string>;

class LabFiles : public testing::Test {
 protected:
  LabFiles() {
    fs::create_directories(root / "labs/lab2-openmp");
    const fs::path file = "labs/lab2-openmp/lab.json";
    fs::copy_file(fs::path(checkout::root) / file, root / file);
    context.course.root = root;
    Lab& lab =
        context.course.labs.emplace_back(parse_lab(read_file(root / file), (root / file).string()));
    lab.folder = root / "labs/lab2-openmp";
  }
  const Lab& lab() const { return context.course.labs[0]; }

  const fs::path root = own_folder();
  Context context;
};

TEST_F(LabFiles, AllThatIsMissingIsSaidAtOnce) {
  EXPECT_EQ(
      stub_mistakes(context, lab()),
      (Sentences{"solutions/lab2-openmp/outer_loop.c is missing: step 1, solved, with markers",
                 "solutions/lab2-openmp/inner_loop.c is missing: step 2, solved, with markers",
                 "solutions/lab2-openmp/window_loop.c is missing: step 3, solved, with "
                 "markers"}));
  context.course.labs[0].teaches.clear();
  EXPECT_EQ(
      page_mistakes(lab()),
      (Sentences{"labs/lab2-openmp/README.md is missing", "labs/lab2-openmp/chapter.md is missing",
                 "labs/lab2-openmp/hints.md is missing",
                 "labs/lab2-openmp/lab.json does not say what the lab teaches: it needs a field "
                 "\"teaches\", for the course's README.md"}));
  write_file(root / "labs/lab2-openmp/hints.md", "none\n");
  EXPECT_EQ(std::ranges::count(page_mistakes(lab()), "labs/lab2-openmp/hints.md has no 'Hint 1'"),
            1);
}

TEST_F(LabFiles, AStubThatDiffersShowsTheFirstLineThatDoes) {
  fs::create_directories(root / "solutions/lab2-openmp");
  for (const char* file : {"outer_loop.c", "inner_loop.c", "window_loop.c"})
    write_file(root / "solutions/lab2-openmp" / file,
               "// TODO: it.\nvoid f(void) {\n  // BEGIN SOLUTION\n  g();\n  // END SOLUTION\n}\n");
  const std::string stub = "// TODO: it.\nvoid f(void) {\n}\n";
  write_file(root / "labs/lab2-openmp/outer_loop.c", stub);
  write_file(root / "labs/lab2-openmp/inner_loop.c", "// TODO: it.\nvoid f(int) {\n}\n");
  Sentences mistakes = stub_mistakes(context, lab());
  std::ranges::sort(mistakes);
  EXPECT_EQ(mistakes,
            (Sentences{"labs/lab2-openmp/inner_loop.c:2: expected \"void f(void) {\", got \"void "
                       "f(int) {\"; it is not what its solution generates: run `make stubs`",
                       "labs/lab2-openmp/window_loop.c is missing: run `make stubs`"}));
  write_file(root / "solutions/lab2-openmp/window_loop.c", "  // BEGIN SOLUTION\n");
  EXPECT_NE(stub_mistakes(context, lab()), Sentences{}) << "markers that cannot be read";
}

TEST(FirstDifference, EndsOfFilesDiffer) {
  EXPECT_EQ(first_difference("a\nb\n", "a\n"), "2: expected \"b\", got the end of the file");
  EXPECT_EQ(first_difference("a\n", "a\nb\n"), "2: expected the end of the file, got \"b\"");
  EXPECT_EQ(first_difference("a\nb\n", "a\nb"), "2: expected another line end");
  EXPECT_EQ(first_difference("a\n", "a\r\n"), "1: expected \"a\", got \"a\r\"");
}

}  // namespace
}  // namespace warplab
