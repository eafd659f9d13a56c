// Which headers of common/ a submission may include.
#include "autograder/build/headers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

TEST(Headers, AreThoseThatNoEditorMade) {
  const fs::path course = own_folder();
  EXPECT_THROW(headers_of(course), fs::filesystem_error) << "no folder";
  fs::create_directory(course / "common");
  for (const char* name : {"b.h", "a.h", "a.h~", "README.md", ".a.h.swp"})
    write_file(course / "common" / name, "text\n");
  fs::create_symlink("somebody@somewhere.4711", course / "common/.#a.h");
  EXPECT_EQ(headers_of(course),
            (std::vector<fs::path>{course / "common/a.h", course / "common/b.h"}));
}

}  // namespace
}  // namespace warplab
