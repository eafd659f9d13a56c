// Whether a file is still the stub that a student began with.
#pragma once

#include <string>

#include "autograder/course/lab.h"

namespace warplab {

// The file of a student kit, which has no solutions to make them from: JSON, a hash of each stub by "<lab>/<file>".
inline constexpr const char* stubs_of_kit = "STUBS";

class KnownStubs {
 public:
  explicit KnownStubs(const Course& course) : course_(course) {}

  // Whatever ends its lines. False where there is neither a solution nor a hash.
  bool is_stub(const Lab& lab, const std::string& file, const std::string& text) const;

 private:
  const Course& course_;
};

// A hash of a stub's text, without what ends its lines.
std::string hash_of_stub(std::string text);

}  // namespace warplab
