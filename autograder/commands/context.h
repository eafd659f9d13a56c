// What every command needs: where the course is, and where builds and grades go.
#pragma once

#include <filesystem>

#include "autograder/course/lab.h"
#include "autograder/report/device.h"

namespace warplab {

struct Context {
  Course course;
  std::filesystem::path worker_objects;  // build/lib: worker_<family>.o
  std::filesystem::path grades;          // build/grades: results, history, difference images
  Frontend frontend = Frontend::automatic;
};

// Finds the course at or above the current folder, else beside the binary (build/bin/warplab), and
// reads it, its labs as their families want them. Throws CourseError.
Context find_context();

}  // namespace warplab
