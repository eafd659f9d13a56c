// The programs that the tests run: what their sources say must happen, and where their builds are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"

namespace simt {

struct ExpectedFinding {
  std::string kind;
  uint32_t line = 0;              // 0: of no line of a kernel
  std::optional<uint32_t> other;  // the line of the other side
  bool alone = false;             // nothing else may be found
  std::vector<std::string> says;  // "// SAYS: <text>": pieces of what it says, and of its advice
};

struct TestProgram {
  std::string name;      // of the file or folder, without an extension
  std::string frontend;  // clang, nvcc
  // A bug's "// EXPECT: <kind> line <N> [other <M> | alone]", or its "// EXPECT nvcc: ..." where that front-end's differs; empty
  // for "none", and for samples.
  std::optional<ExpectedFinding> expected;
  // A bug's "// STRICT: <kind> ...": what `check --strict` finds where nothing is found otherwise.
  std::vector<std::string> strict;
  std::vector<std::string> allowed;  // a sample's "// FINDINGS: <kind> ..."
  bool output_differs = false;  // a sample's "// OUTPUT: ..." says why it differs between builds
  std::filesystem::path executable;
  bool quick = false;  // a part of `make test`; CMakeLists.txt decides
};

// Programs of tests/<collection>, samples or bugs, as they were built with a front-end. Throws
// std::runtime_error where a bug does not say what is expected.
std::vector<TestProgram> list_programs(const std::string& collection, const std::string& frontend);

// Is it the finding that was expected? Lines are those of a kernel: the host's are not compared.
// Which of two accesses that race comes second, and is where the finding is, is chance.
bool matches(const ExpectedFinding& expected, const events::Finding& finding);

}  // namespace simt
