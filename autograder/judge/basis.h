// What a lab is graded by, apart from what is handed in and the machine: what changes it may change a score.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "autograder/course/lab.h"
#include "common/version.h"

namespace warplab {

// 32 hexadecimal digits: nobody finds two texts with one hash.
std::string short_hash(std::string_view text);

// A hash of what lab.json says; empty for a lab that was not read from one.
std::string hash_lab_json(const Lab& lab);

// A hash of what the grader is built from, in a commit or not: its sources and the headers that submissions are
// compiled with. The same in every clone; what was built of them, and where, is not looked at.
std::string hash_grader(const std::filesystem::path& course_root);

// A hash of `grader`, as hash_grader() says it, of the course's version, of the lab's lab.json, and of lab.json and
// the solution of each step that a speed is compared with. Not of pictures.
std::string basis_of(const Course& course, const Lab& lab, const std::string& grader,
                     const Version& version = warplab::version());

}  // namespace warplab
