// Lines of a student's file that a diagnosis points to, for views that show the file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

// Marks the lines that the diagnosis' sentences name, "convolution.cu:31", those that set grid and block of launches
// that are marked, or the size of memory that there is not, the declaration of a variable that is too small, and
// lines with the name that the code has for what is wrong. `source` is the text of `file`.
void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& source);

// What the line that adds most to a counter is about, which misses its limit: the declaration of the memory that it
// accesses, what sets the arguments of its launch or call, and where pageable memory comes from.
std::vector<MarkedLine> marks_of_gate(const Gate& gate, std::size_t line,
                                      const std::string& source);

// Calls of free(), where the C library's last words are that one got what malloc() has not given.
std::vector<MarkedLine> marks_of_output(const std::string& output, const std::string& source);

// Marks a line unless it is marked already.
void mark_line(Diagnosis& diagnosis, std::size_t line, const std::string& what);
// The same for "convolution.cu:31"; nothing where there is no such text.
void mark_place(Diagnosis& diagnosis, const std::string& place, const std::string& what);

}  // namespace warplab
