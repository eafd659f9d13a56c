// A sheet of questions about a student's own program, as data until a view shows it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warplab {

// One option is right, and the others are wrong: each was compared with a count of its own.
struct Question {
  std::string kind;      // "writer": a row of the table in question_kinds.cpp
  int step = 0;          // whose file it is about
  std::string file;      // that, as lab.json calls it
  std::size_t line = 0;  // that it is about; 0: none in particular
  std::string text;
  std::vector<std::string> options;
  std::size_t answer = 0;  // index of the right option
  std::string because;     // how the answer was counted, for the teacher

  const std::string& right_option() const { return options.at(answer); }
};

// A file that questions are about.
struct AskedFile {
  int step = 0;
  std::string name, text;
};

struct QuestionSheet {
  std::string student, lab, title;  // the lab's full name, and what it is called
  std::vector<Question> questions;
  std::vector<AskedFile> files;      // of these questions
  std::vector<std::string> missing;  // why there are fewer than there should be: sentences
};

inline constexpr std::size_t questions_of_a_sheet = 5;

}  // namespace warplab
