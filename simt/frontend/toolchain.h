// The programs that simtcc runs, and the files that it brings itself.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt::frontend {

// A tool is missing, or failed without saying why; the sentence says what to do.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where a program lies on the PATH.
std::optional<std::filesystem::path> find_program(std::string_view name);

// clang with CUDA and an NVPTX back end: clang++-19 or any newer one.
std::optional<std::filesystem::path> find_clang();

// What a command prints; empty where it fails.
std::string output_of(const std::vector<std::string>& command);

// Runs a command and waits; gives its exit status, 128 + n after signal n. Throws ToolError where
// it cannot be started.
int run_command(const std::vector<std::string>& command, bool verbose);

// The same, but what a command says that fails is not shown. Whether it succeeded.
bool try_command(const std::vector<std::string>& command, bool verbose);

// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// lib/libsimt.a beside the folder that this program lies in.
std::filesystem::path runtime_library();

// include/simt, the CUDA headers for clang, beside that folder too.
std::filesystem::path include_folder();

}  // namespace simt::frontend
