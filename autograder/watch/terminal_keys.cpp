#include "autograder/watch/terminal_keys.h"

#include <unistd.h>

#include <cerrno>

namespace warplab {
namespace {

constexpr tcflag_t by_line = ICANON | ECHO;

}  // namespace

TerminalKeys::TerminalKeys(int input) : input_(input) { hold(); }

TerminalKeys::~TerminalKeys() { release(); }

bool TerminalKeys::is_in_foreground() const {
  const pid_t foreground = tcgetpgrp(input_);
  return foreground <= 0 || foreground == getpgrp();
}

void TerminalKeys::hold() {
  is_held_ = false;
  termios now{};
  if (!is_in_foreground() || tcgetattr(input_, &now) != 0) return;
  if ((now.c_lflag & by_line) != 0) {
    before_ = now;
    now.c_lflag &= ~by_line;
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    if (tcsetattr(input_, TCSANOW, &now) != 0) return;
  }
  is_held_ = true;
}

// In the background it is a shell's, which has set it as it wants it.
void TerminalKeys::release() {
  if (before_ && is_in_foreground()) tcsetattr(input_, TCSANOW, &*before_);
  before_.reset();
  is_held_ = false;
}

bool TerminalKeys::is_gone() const {
  termios now{};
  return tcgetattr(input_, &now) != 0 && errno == EIO;
}

std::optional<char> TerminalKeys::read_key() const {
  char key = 0;
  return read(input_, &key, 1) == 1 ? std::optional(key) : std::nullopt;
}

}  // namespace warplab
