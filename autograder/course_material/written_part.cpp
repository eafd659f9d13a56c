#include "autograder/course_material/written_part.h"

#include <fmt/format.h>

#include <cstddef>

#include "autograder/course/lab.h"

namespace warplab {

WrittenPart part_of_markdown(const std::string& file, const std::string& name,
                             const std::string& text) {
  return {file, fmt::format("<!-- {} -->", name), fmt::format("<!-- end {} -->", name), text};
}

std::string with_part(const std::string& page, const WrittenPart& part) {
  const std::string lines = "\n" + page;  // so that the first has a line end before it, too
  const auto find = [&](const std::string& marker, std::size_t from) {
    const std::size_t at = lines.find("\n" + marker + "\n", from);
    if (at == std::string::npos)
      throw CourseError(fmt::format("{}: the line '{}' is missing{}", part.file, marker,
                                    from > 0 ? fmt::format(" after '{}'", part.begin) : ""));
    return at;
  };
  const std::size_t begin = find(part.begin, 0) + part.begin.size() + 2;
  const std::size_t end = find(part.end, begin - 1) + 1;
  return lines.substr(1, begin - 1) + part.text + lines.substr(end);
}

}  // namespace warplab
