// PTX text to Module.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "simt/ptx/program.h"

namespace simt::ptx {

// what() is "line:column: message", the message naming what was found and what was expected.
class ParseError : public std::runtime_error {
 public:
  ParseError(Place place, const std::string& message);
  Place place() const { return place_; }

 private:
  Place place_;
};

// Parses one module. Throws ParseError on anything that PTX ISA 9.0 or opcodes.def does not know;
// never crashes, whatever the text (nesting and sizes have limits with messages of their own).
Module parse(std::string_view text);

}  // namespace simt::ptx
