// unpack: takes an archive apart in the sandbox, where what a library makes of a hostile one does no harm.
//
//   unpack ARCHIVE FOLDER FILES BYTES
//
// FILES and BYTES are the most that it may hold. Exit code 1, with what is wrong on stdout, where it is refused.
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "autograder/unpack/unpack.h"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::setlocale(LC_ALL, "C.UTF-8");  // in which libarchive gives names
  warplab::ArchiveLimits limits;
  limits.files = std::strtoull(argv[3], nullptr, 10);
  limits.bytes = std::strtoull(argv[4], nullptr, 10);
  const std::string complaint = warplab::unpack(argv[1], argv[2], limits);
  std::fputs(complaint.c_str(), stdout);
  return complaint.empty() ? 0 : 1;
}
