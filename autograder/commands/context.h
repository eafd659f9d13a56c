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

// The course that the folder lies in, or is: one with labs/, in which a folder has a lab.json. Empty
// where there is none.
std::filesystem::path course_above(std::filesystem::path folder);

// Finds the course at or above the current folder, else beside the binary (build/bin/warplab), and
// reads it, its labs as their families want them. Throws CourseError.
Context find_context();

// The words that start a command of this program, such as {"grade"}, as a process of its own, with
// the same compiler of .cu files; its arguments come after them.
std::vector<std::string> words_to_run(const Context& context,
                                      const std::vector<std::string>& command);

}  // namespace warplab
