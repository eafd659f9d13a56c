// What compilers, assemblers and linkers print, read in one place: they have no other way to say
// what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "autograder/report/place.h"

namespace warplab {

struct ToolError {
  enum class Kind : std::uint8_t {
    other,
    undefined_reference,  // of what no object and no library defines
    conflicting_types,    // two declarations of a function that cannot both be
    target_mismatch,      // an intrinsic in a function that is not for its instruction set
    launch_stream,        // a number in the place of a launch's stream
    missing_header,       // a header that is not there
    cplusplus_header,     // one of C++, in C
    nested_function,      // a function inside another, which is no C but for gcc
    undeclared_clause,    // a name in a clause of OpenMP that is not declared there
  };
  Kind kind = Kind::other;
  std::string line;  // that says so, with the student's own file and line where there are any
};

// The first error of a tool that failed, in the forms that gcc, clang, nvcc, ptxas, the assembler
// and the linker give it; the first line where there is none in these forms.
ToolError first_error(const std::string& output);

// What a compiler has warned of: a variable that may have no value where it is used.
struct UnsetVariable {
  std::string name;
  SourcePlace place;
};

// The first of these warnings of gcc's, if there is one.
std::optional<UnsetVariable> unset_variable(const std::string& output);

// What addr2line says of an instruction, "convolution.c:31 (discriminator 2)"; nothing where it knows no line.
std::optional<SourcePlace> listed_place(const std::string& line);

// The first place that a program's message names, "convolution.c:2:4: error: ...", without its folder.
std::optional<SourcePlace> place_named_in(const std::string& message);

}  // namespace warplab
