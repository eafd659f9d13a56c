// simtcc's options: those of nvcc, under both of their names.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "simt/frontend/command_line.h"

namespace simt::frontend {

// What follows an option's name.
enum class Value {
  none,    // -c
  joined,  // -O2
  next,    // -std=c++17, -std c++17
  any,     // -Ifolder, -I=folder, -I folder
};

struct Option {
  std::initializer_list<std::string_view> names;  // -gencode and --generate-code
  Value value;
  // The name is the first one.
  void (*apply)(Request&, const std::string& name, const std::string& value);
};

// An option as an argument names it, and what of the argument follows its name, from a '=' on.
struct FoundOption {
  const Option* option = nullptr;
  std::string_view name, rest;
};

// The option that an argument begins with, the longest name if there are several; none where there
// is none.
FoundOption find_option(std::string_view argument);

}  // namespace simt::frontend
