// How many of simt's threads run blocks in a test that does not say.
#pragma once

#include <cstdlib>
#include <string>

namespace warplab {

// $WORKERS, else `usual`.
inline unsigned workers_or(unsigned usual) {
  const char* asked = std::getenv("WORKERS");
  return asked == nullptr ? usual : static_cast<unsigned>(std::stoul(asked));
}

}  // namespace warplab
