// The kinds of questions that a program can be asked about.
//
// A kind lists its candidates: places in the program, in an order that is the same for every student. Whether a candidate
// gives a question does not depend on the draw; only its numbers and wrong options do. So two students with the same program
// are asked questions of the same kinds.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/questions/asked_program.h"
#include "autograder/questions/draw.h"
#include "autograder/questions/question.h"

namespace warplab {

// A student's program and what it did in a right run.
struct QuestionSubject {
  const AskedStep& asked;
  const std::string& source;
  const ObservedRun& run;
  Size size;  // of that run
  // Builds another program; nothing if it does not compile.
  std::function<std::optional<AskedProgram>(const std::string& source, std::vector<Size> sizes)>
      build;
};

// Makes a question, without step and file; nothing where its answer would be ambiguous or has no second count.
using Candidate = std::function<std::optional<Question>(Draw& draw)>;

struct QuestionKind {
  const char* name;
  std::vector<Candidate> (*candidates)(const QuestionSubject& subject);
};

// In the order in which a sheet takes them, one candidate each, then again from the first.
std::span<const QuestionKind> question_kinds();

// About accesses in the run: counted in its log and, where simt counts it by line, compared with that.
std::vector<Candidate> ask_writers(const QuestionSubject& subject);
std::vector<Candidate> ask_readers(const QuestionSubject& subject);
std::vector<Candidate> ask_wavefronts(const QuestionSubject& subject);
std::vector<Candidate> ask_sectors(const QuestionSubject& subject);
std::vector<Candidate> ask_banks(const QuestionSubject& subject);
std::vector<Candidate> ask_lanes(const QuestionSubject& subject);
// About a changed program, which is built and run.
std::vector<Candidate> ask_barriers(const QuestionSubject& subject);
std::vector<Candidate> ask_conditions(const QuestionSubject& subject);
std::vector<Candidate> ask_blocks(const QuestionSubject& subject);

}  // namespace warplab
