// Lines of a student's file that a diagnosis points to, for views that show the file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "autograder/report/place.h"
#include "autograder/report/result.h"

namespace warplab {

// Marks the places of a diagnosis that are in `file`, and what they are about: what sets grid
// and block of a launch, the size of an allocation that fails, the declaration of a variable that is too small. Also
// marks the declaration of the array that an access of a finding misses, and the lines with the name that the code
// has for what is wrong. `text` is that of `file`.
void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& text);

// What the line that adds most to a counter which misses its limit is about: the declaration of the memory that it
// accesses, what sets the arguments of its launch or call, and where pageable memory comes from.
std::vector<MarkedLine> marks_of_gate(const Gate& gate, std::size_t line, const std::string& text);

// Calls of free(), where the C library's last words are that one got what malloc() has not given.
std::vector<MarkedLine> marks_of_output(const std::string& output, const std::string& text);

// Marks a line unless it is marked already.
void mark_line(std::vector<MarkedLine>& marks, std::size_t line, const std::string& what);
// The same for a place that may be unknown.
void mark_place(std::vector<MarkedLine>& marks, const std::optional<SourcePlace>& place,
                const std::string& what);

}  // namespace warplab
