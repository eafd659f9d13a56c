// Whose a file is, as the names say that platforms give to what they hand out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/platforms/archive.h"

namespace warplab {

enum class Naming { moodle, canvas, gradescope, folders };

// What one hand-in's name says.
struct Owner {
  std::string number;    // by which the platform's tables know it; empty: none
  std::string name;      // "Ada Lovelace", "lovelaceada", "submission_17"; of a group its name
  bool is_late = false;  // the platform says so
  std::string file;      // the path below, as the student gave it; empty: no file, such as a text
};

// "Ada Lovelace_17_assignsubmission_file_/inner_loop.c", or the same without a folder: the name has no _, the number is the
// participant's, and that of the group where there is one.
std::optional<Owner> moodle_owner(const std::string& path);
// "lovelaceada_LATE_123_4567_inner_loop.c": the number is the user's, and after it comes the file's.
std::optional<Owner> canvas_owner(const std::string& path);
// "submission_17/inner_loop.c", the submission's.
std::optional<Owner> gradescope_owner(const std::string& path);
// The first folder, or an archive in its place.
std::optional<Owner> folder_owner(const std::string& path);

// Removes a folder that all files are in, as archives have one around everything, unless it is itself a hand-in's.
void remove_common_folder(std::vector<PackedFile>& files);

// By the names of all files: Gradescope's has a submission_metadata.yml, all of Moodle's and Canvas's but a few are
// named as above, and everything else is a folder or an archive per student.
Naming naming_of(const std::vector<PackedFile>& files);

std::optional<Owner> owner_of(Naming naming, const std::string& path);

}  // namespace warplab
