// A moment of a class: of handing in, of a deadline.
#pragma once

#include <chrono>

namespace warplab {

using Moment = std::chrono::sys_seconds;

}  // namespace warplab
