// Source lines of the host program, from its debug information (g++ -g).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace simt::session {

struct HostLine {
  std::string file;  // empty where unknown
  uint32_t line = 0;
  std::string function;     // demangled; empty where unknown
  bool in_program = false;  // in the executable or a library of its own, not of the system or simt
  bool in_header = false;   // in cuda_runtime.h, whose templates call the API for the program
};

// Reads the debug information at the first question and keeps it. May be used from several threads.
class HostLines {
 public:
  HostLines();
  ~HostLines();
  HostLines(const HostLines&) = delete;

  // Of the instruction at an address; of a call that was inlined from cuda_runtime.h, of the code
  // that makes it.
  HostLine at(const void* instruction);
  // Of the call that returns to an address.
  HostLine calling(const void* return_address);
  // Of the innermost frame, of the calling thread's stack above `instruction`, that has a line and
  // belongs to the program.
  HostLine innermost(const void* instruction);
  // The return address itself, or, where the call is in a function of cuda_runtime.h, that of the
  // nearest frame of the calling thread's stack above that is not.
  const void* outside_headers(const void* return_address);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt::session
