// What every command needs: where the course is, and where builds and grades go.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/report/device.h"

namespace warplab {

struct Context {
  Course course;
  std::filesystem::path worker_objects;  // build/lib: worker_<family>.o
  std::filesystem::path grades;          // build/grades: results, history, difference images
  Frontend frontend = Frontend::automatic;
};

// The root of the course that `folder` is in: the folder itself or the nearest one above it that
// has a labs/*/lab.json. Empty if there is none.
std::filesystem::path course_above(std::filesystem::path folder);

// Finds the course at or above the current folder, else beside the binary (build/bin/warplab), and
// reads it; a lab that its problem family rejects is broken. Throws CourseError.
Context find_context();

// The words that start a command of this program, such as {"grade"}, as a process of its own, with
// the same compiler of .cu files; its arguments come after them.
std::vector<std::string> words_to_run(const Context& context,
                                      const std::vector<std::string>& command);

}  // namespace warplab
