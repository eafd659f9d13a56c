// A line of a source file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace warplab {

struct SourcePlace {
  std::string file;
  std::size_t line = 0;  // from 1
  bool operator==(const SourcePlace&) const = default;
};

// "convolution.cu:31".
std::string text_of(const SourcePlace& place);

// A line of a source, counted from 1, without the blanks before it, cut after 200 characters; empty where there is none.
std::string line_of_source(const std::string& source, std::size_t number);

// How many columns of a terminal that line takes before `column`, its byte counted from 1; nothing where the line has no
// such byte, or a blank that is left out there.
std::optional<std::size_t> columns_before(const std::string& source, std::size_t number,
                                          std::size_t column);

// Whether two paths are of files with the same name: the file that is compiled is a copy.
bool have_same_name(const std::string& file, const std::string& other);

}  // namespace warplab
