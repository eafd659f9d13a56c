// What simtcc was asked to do.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace simt::frontend {

// Which compiler turns CUDA into PTX.
enum class Compiler { automatic, nvcc, clang };

enum class Language { cuda, cxx, c, object };

struct Input {
  std::filesystem::path path;
  Language language = Language::object;
};

struct Request {
  bool help = false;
  bool precompile = false;
  bool verbose = false;
  bool keep = false;          // intermediate files stay, beside the output
  bool compile_only = false;  // -c
  bool separate = false;      // -rdc=true, -dc: device code refers to other files
  bool fast_math = false;     // -use_fast_math
  bool per_thread_stream = false;
  Compiler compiler = Compiler::automatic;
  std::string output;
  std::string most_registers;        // of a thread: -maxrregcount
  std::string optimisation = "-O2";  // of host code
  std::vector<Input> inputs;
  std::vector<std::string>
      common;  // -I -D -U -include -isystem -std, -M...: both compilers know them
  std::vector<std::string> nvcc_only;  // options of nvcc that clang needs no counterpart of
  std::vector<std::string> host;       // for the host's compiler: -Xcompiler, -f..., -W...
  std::vector<std::string> link;       // -l, -L, -Xlinker
};

// What was wrong with the command line, a sentence with what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the arguments behind the program's name. Throws UsageError.
Request parse_command_line(std::span<char* const> arguments);

// The text of --help.
std::string help_text();

}  // namespace simt::frontend
