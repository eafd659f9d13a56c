// A command that makes one file, which is taken from a store where the same command made it of the
// same files before, in whatever checkout: so simtcc does not compile the tests' programs anew in
// each of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/build/build_store.h"

namespace warplab {

struct KeptCommand {
  std::vector<std::string> words;
  std::filesystem::path output;  // the file that it makes
  // Files and folders: all that it reads, but for what lies in /usr.
  std::vector<std::filesystem::path> reads;
  // Whose places do not count; what contains another goes after it.
  std::vector<std::string> folders;
};

struct Made {
  int code = 0;          // exit status; 128 + n after signal n
  std::string said;      // standard output and error
  bool is_kept = false;  // it had been made before
};

// Runs the command, or has `output` from the store, where only what succeeded is kept. What is kept
// may name the checkout that it was made in, in what it has for debuggers. Throws FileError where
// a file that is read is missing, std::system_error where no process can be started.
Made make_or_find(const KeptCommand& command, const BuildStore& store);

}  // namespace warplab
