// Lines of a student's file that a diagnosis points to, for views that show the file.
#pragma once

#include <cstddef>
#include <string>

#include "autograder/report/result.h"

namespace warplab {

// Marks the lines that the diagnosis' sentences name, "convolution.cu:31", those that set grid and
// block of launches that are marked, and those with the name that the code has for what is wrong. `source` is the text of `file`.
void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& source);

// Marks a line unless it is marked already.
void mark_line(Diagnosis& diagnosis, std::size_t line, const std::string& what);
// The same for "convolution.cu:31"; nothing where there is no such text.
void mark_place(Diagnosis& diagnosis, const std::string& place, const std::string& what);

}  // namespace warplab
