// Who is in a class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplab {

struct Student {
  std::string id;  // a normal_name() that names a folder: see complaint_about_id()
  std::string email, name, section;
  std::filesystem::path path;  // the student's folder, inside the folder of submissions
};

// A sentence to the instructor, with its place: "students.csv:7: ...".
struct Remark {
  std::string text;
  bool hinders = true;  // something meant to be graded will not be, or not as it was meant
};

// What is wrong with an id as the name of a folder of results; empty if nothing is.
std::string complaint_about_id(const std::string& id);

struct Roster {
  std::vector<Student> students;  // by id
  std::vector<Student> refused;   // of rows that are left out, whose fields may be unusable
};

// `file` is used in remarks. Unusable rows, and all rows that share an id, are left out with a
// remark. Throws CourseError if there is no column "id".
Roster read_roster(const std::string& text, const std::string& file, std::vector<Remark>& remarks);

}  // namespace warplab
