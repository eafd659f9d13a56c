// A part of a page that a command writes, between two markers.
#pragma once

#include <string>

namespace warplab {

struct WrittenPart {
  std::string file;   // of the page, from the course's root: "README.md"
  std::string begin;  // the line before it, "<!-- labs -->"
  std::string end;    // the line after it, "<!-- end labs -->"
  std::string text;   // whole lines
};

// The same with the markers of a page in Markdown, which readers do not see: "<!-- labs -->" and "<!-- end labs -->".
WrittenPart part_of_markdown(const std::string& file, const std::string& name,
                             const std::string& text);

// The page with the part in its place. Throws CourseError, which names the marker, where one of the two is missing.
std::string with_part(const std::string& page, const WrittenPart& part);

}  // namespace warplab
