// libcuda.so.1 for programs under `simt`: no driver at all. simt has CUDA's runtime alone, so a program that loads the
// driver goes past it, because CUDA's runtime is linked into it or because it calls the driver itself. This says so to
// the tool: it leaves a file with the program's path and command line in the session's folder (simt/session/session.h).
// Without functions in it, whoever loads it finds no driver.
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

// The path, a zero, and the words of the command line, each with a zero behind it.
[[gnu::constructor]] void leave_note() {
  const char* const folder = secure_getenv("SIMT_SESSION");
  if (folder == nullptr) return;
  std::array<char, PATH_MAX> text;
  const int length = std::snprintf(text.data(), text.size(), "%s/driver-%d", folder, getpid());
  if (length < 0 || static_cast<size_t>(length) >= text.size()) return;
  const int note =
      open(text.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
  if (note < 0) return;
  ssize_t bytes = readlink("/proc/self/exe", text.data(), text.size() - 1);
  if (bytes < 0) bytes = 0;
  text[static_cast<size_t>(bytes++)] = '\0';
  const int words = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  do
    if (write(note, text.data(), static_cast<size_t>(bytes)) != bytes) break;
  while (words >= 0 && (bytes = read(words, text.data(), text.size())) > 0);
  if (words >= 0) close(words);
  close(note);
}

}  // namespace
