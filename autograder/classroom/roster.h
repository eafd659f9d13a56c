// Who is in a class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplab {

struct Student {
  std::string id;  // a normal_name() that names a folder: see complaint_about_id()
  std::string email, name, section;
  std::filesystem::path path;  // the folder, below that of all submissions
};

// A sentence to the instructor, with its place: "students.csv:7: ...".
struct Remark {
  std::string text;
  bool hinders = true;  // something that was meant to be graded is not
};

// What is wrong with an id, which names a folder of results; empty where nothing is.
std::string complaint_about_id(const std::string& id);

// The students of a roster, by their ids; `file` is used in remarks. A row that cannot be used is
// remarked and left out, and of rows with the same id all are. Throws CourseError if there is no
// column "id".
std::vector<Student> read_roster(const std::string& text, const std::string& file,
                                 std::vector<Remark>& remarks);

}  // namespace warplab
