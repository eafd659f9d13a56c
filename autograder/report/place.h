// A line of a source file.
#pragma once

#include <cstddef>
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

// Whether two paths are of files with the same name: the file that is compiled is a copy.
bool have_same_name(const std::string& file, const std::string& other);

}  // namespace warplab
