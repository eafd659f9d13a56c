// Makes a student's sheet: which files it asks about, which kinds of questions, and why there are fewer than five.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"
#include "autograder/questions/question.h"

namespace warplab {

// What a student has handed in for a lab, and the steps of it whose results are right.
struct AskedHandIn {
  std::string student;  // id
  const Lab& lab;
  std::filesystem::path folder;
  std::vector<const Step*> steps;  // in their order
};

// Questions about the file of the last step, and where it does not give five, about those before it. Always the same for a
// student and the same files. Throws GraderError.
QuestionSheet make_questions(const Workshop& workshop, const AskedHandIn& hand_in);

}  // namespace warplab
