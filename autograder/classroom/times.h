// When what lies in the folder of submissions was handed in, where somebody knows: the file handed-in.csv there, which
// `warplab class init --from` writes and an instructor may correct.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/moment.h"
#include "autograder/classroom/roster.h"

namespace warplab {

inline constexpr const char* times_file = "handed-in.csv";

struct TimeOfHandingIn {
  std::optional<Moment> at;  // nothing: nobody knows
  bool is_late = false;      // though nobody knows by how much
  std::string from;          // who knows it: "grade book", "commit", "file"
};

// By the student's id and the lab's full name.
using TimesOfHandingIn = std::map<std::pair<std::string, std::string>, TimeOfHandingIn>;

// A line per student and lab: id, lab, handed_in, late, from. A time is written as in class.json; "late" is "late" or empty.
// A line that cannot be read becomes a remark, in which the file is called `file`.
TimesOfHandingIn read_times(const std::string& text, const std::string& file,
                            std::vector<Remark>& remarks);
std::string text_of(const TimesOfHandingIn& times);

}  // namespace warplab
