// Names under which graders see students.
//
// They are random, so that nobody can compute them of an id, and kept in a file in the folder of the class: it says who is who,
// keeps them as they are, and gets a line for who joins later.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "autograder/classroom/roster.h"
#include "autograder/classroom/scores.h"

namespace warplab {

inline constexpr const char* pseudonyms_name = "pseudonyms.csv";  // in the folder of the class

class Pseudonyms {
 public:
  // Those of the class, after the file has been written with one for each student. Throws CourseError with file and line
  // for a file that is damaged, and FileError if it cannot be written.
  Pseudonyms(const std::filesystem::path& class_folder, const std::vector<Student>& students);

  // "P48213"
  const std::string& of(const std::string& id) const { return by_id_.at(id); }
  // The student under it, without name and email; the section stays.
  Student hidden(const Student& student) const;
  // The same scores of students under their pseudonyms, in the order of those.
  ScoreSheet hidden(const ScoreSheet& sheet) const;

 private:
  std::map<std::string, std::string> by_id_;
};

// `text` with `name` in place of each folder of this path: "/handed-in/ada/lab5" becomes "/handed-in/P48213/lab5".
std::string with_folder(const std::string& text, const std::string& folder,
                        const std::string& name);

// Whether `text` has `word`, and not as a part of a longer one.
bool has_word(const std::string& text, const std::string& word);

}  // namespace warplab
