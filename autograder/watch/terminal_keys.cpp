#include "autograder/watch/terminal_keys.h"

#include <unistd.h>

namespace warplab {

TerminalKeys::TerminalKeys(int input) {
  if (tcgetattr(input, &before_) != 0) return;
  termios by_key = before_;
  by_key.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  by_key.c_cc[VMIN] = 1;
  by_key.c_cc[VTIME] = 0;
  if (tcsetattr(input, TCSANOW, &by_key) == 0) input_ = input;
}

TerminalKeys::~TerminalKeys() {
  if (input_ >= 0) tcsetattr(input_, TCSANOW, &before_);
}

std::optional<char> TerminalKeys::read_key() const {
  char key = 0;
  return read(input_, &key, 1) == 1 ? std::optional(key) : std::nullopt;
}

}  // namespace warplab
