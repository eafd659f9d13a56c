// Feeds the reader of lab.json arbitrary text: it may refuse with a CourseError that says where, and
// do nothing else.
//   ninja fuzz_lab_json && bin/fuzz_lab_json -max_total_time=600 a-folder-of-lab.json-files
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "autograder/course/lab.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const warplab::Lab lab = warplab::parse_lab(text, "labs/lab7-x/lab.json");
    if (lab.steps.empty() || lab.sizes.empty() || !(lab.max_score() >= 0)) std::abort();
  } catch (const warplab::CourseError& error) {
    if (std::string(error.what()).find("lab.json") == std::string::npos) std::abort();
  }
  return 0;
}
