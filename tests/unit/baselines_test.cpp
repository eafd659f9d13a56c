// Of the baselines that a student kit brings: which processor they are for.
#include "autograder/judge/baselines.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "common/files.h"

namespace warplab {
namespace {

TEST(Baselines, AreForThisProcessorOrAnother) {
  std::string program = read_file("/proc/self/exe");
  EXPECT_FALSE(is_for_another_processor(program));
  program[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_S390);
  EXPECT_TRUE(is_for_another_processor(program));
  EXPECT_FALSE(is_for_another_processor(program.substr(0, 16))) << "the linker says what is wrong";
  EXPECT_FALSE(is_for_another_processor(""));
}

}  // namespace
}  // namespace warplab
