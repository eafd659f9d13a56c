// What a lab is graded by, apart from what is handed in and the machine: what changes it may change a score.
#pragma once

#include <string>
#include <string_view>

#include "autograder/course/lab.h"
#include "common/version.h"

namespace warplab {

// 32 hexadecimal digits: nobody finds two texts with one hash.
std::string short_hash(std::string_view text);

// A hash of what lab.json says; empty for a lab that was not read from one.
std::string hash_lab_json(const Lab& lab);

// A hash of the course's version and of lab.json.
std::string basis_of(const Lab& lab, const Version& course = version());

}  // namespace warplab
