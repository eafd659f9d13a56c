// Runs simtcc, or has from a store what it made of the same files before:
//
//   compile_once OUTPUT READ... -- COMMAND...
//
// OUTPUT is the file that the command makes, READ the files and folders that it reads.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "autograder/build/build_store.h"
#include "simt/frontend/toolchain.h"
#include "tests/checkout.h"
#include "tests/programs/kept/kept_command.h"

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;  // all objects of several versions

// Beside the store of submissions, which graders alone fill. Of a compiler that does not lie in /usr
// it is not known what belongs to it: nothing is kept then.
fs::path store_folder() {
  for (const auto& compiler :
       {simt::frontend::find_clang(), simt::frontend::find_program("nvcc")}) {
    std::error_code none;
    if (compiler && !fs::canonical(*compiler, none).string().starts_with("/usr/")) return {};
  }
  const fs::path submissions = warplab::build_store_folder();
  return submissions.empty() ? fs::path() : submissions.parent_path() / "test-programs";
}

int compile_once(const std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (words.end() - dashes < 2 || dashes == words.begin()) {
    fmt::print(stderr, "compile_once OUTPUT READ... -- COMMAND...\n");
    return 2;
  }
  warplab::KeptCommand command;
  command.output = words.front();
  command.reads.assign(words.begin() + 1, dashes);
  command.words.assign(dashes + 1, words.end());
  command.folders = {checkout::build, checkout::root};
  const warplab::BuildStore store(store_folder(), most_bytes);
  const warplab::Made made = warplab::make_or_find(command, store);
  fmt::print(stderr, "{}", made.said);
  return made.code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compile_once({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "compile_once: {}\n", error.what());
    return 1;
  }
}
