// Sheets of questions, for programs and for a printer.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "autograder/questions/question.h"

namespace warplab {

// All sheets, as docs/grading-a-class.md describes it.
nlohmann::json to_json(const std::vector<QuestionSheet>& sheets);

namespace page {

inline constexpr const char* questions_page_name = "questions.html";  // in the folder of the class
inline constexpr const char* answers_page_name = "answers.html";      // beside it

// A page with a sheet for each student, which begins on a page of its own when printed, with the files that it asks about.
std::string questions_page(const std::vector<QuestionSheet>& sheets);
// The same questions with the right option marked and how it was counted, without the files.
std::string answers_page(const std::vector<QuestionSheet>& sheets);

}  // namespace page
}  // namespace warplab
