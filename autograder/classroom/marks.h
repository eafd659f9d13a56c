// What a student reads about marks: what a result counts, by the rules of the class, at the end of its result.txt.
#pragma once

#include <filesystem>
#include <string>

#include "autograder/classroom/scores.h"
#include "autograder/course/lab.h"

namespace warplab {

// Lines that say how the points that count came about, from those that were graded. Empty where nothing was changed.
std::string marks_text(const ScoreSheet& sheet, const std::string& student, const Lab& lab);

// Brings the end of each result.txt of the sheet's students and labs up to date: those of results that count have
// marks_text(), and others nothing of the kind. Throws FileError.
void write_marks(const std::filesystem::path& class_folder, const ScoreSheet& sheet);

}  // namespace warplab
