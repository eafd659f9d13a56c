// What a lab is graded by: all that may change a score changes its hash, and nothing else does.
#include "autograder/judge/basis.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class Basis : public testing::Test {
 protected:
  Basis() { copy_course(scratch); }

  std::string of(const std::string& lab, const std::string& grader = "a grader") const {
    const Course course = load_course(scratch);
    return basis_of(course, course.find(lab), grader);
  }
  void edit(const fs::path& file) const {
    write_file(scratch / file, read_file(scratch / file) + "\n// edited\n");
  }
  std::string grader() const { return hash_grader(scratch); }

  const fs::path scratch = own_folder();
};

TEST_F(Basis, HasTheSolutionsThatASpeedIsComparedWith) {
  const std::string before = of("lab2"), lab4 = of("lab4");
  edit("solutions/lab5-shared-int/convolution.cu");
  edit("labs/lab2-openmp/hints.md");
  EXPECT_EQ(of("lab2"), before);
  edit("solutions/lab1-convolution-c/convolution.c");
  EXPECT_NE(of("lab2"), before);
  EXPECT_EQ(of("lab4"), lab4) << "which is not compared with lab 1";
}

TEST_F(Basis, HasTheLabJsonOfBothLabs) {
  for (const char* lab : {"lab2-openmp", "lab1-convolution-c"}) {
    const std::string before = of("lab2");
    const fs::path file = scratch / "labs" / lab / "lab.json";
    auto json = nlohmann::ordered_json::parse(read_file(file));
    json["compiler_flags"].push_back("-funroll-loops");
    write_file(file, json.dump());
    EXPECT_NE(of("lab2"), before) << lab;
  }
}

TEST_F(Basis, HasTheGrader) {
  EXPECT_NE(of("lab2", "another grader"), of("lab2"));
  fs::create_directories(scratch / "autograder/judge");
  fs::create_directories(scratch / "build/lib");
  for (const char* file : {"autograder/judge/points.cpp", "autograder/judge/points.cpp~",
                           "autograder/README.md", "build/lib/worker_heat.o"})
    write_file(scratch / file, "text");
  std::string before = grader();
  for (const char* file : {"autograder/judge/points.cpp~", "autograder/README.md",
                           "build/lib/worker_heat.o", "common/README.md"})
    edit(file);
  EXPECT_EQ(grader(), before);
  for (const char* file : {"autograder/judge/points.cpp", "common/convolution.h"}) {
    edit(file);
    EXPECT_NE(grader(), before) << file;
    before = grader();
  }
}

// A clone elsewhere grades by the same.
TEST_F(Basis, IsThatOfEachClone) {
  const fs::path other = scratch / "elsewhere";
  copy_course(other);
  EXPECT_EQ(hash_grader(other), grader());
}

}  // namespace
}  // namespace warplab
