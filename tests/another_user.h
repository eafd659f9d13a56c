// For tests that root runs and that need a user who may not do everything.
#pragma once

#include <unistd.h>

namespace warplab {

inline constexpr uid_t another_user = 61183;  // not given to anybody

// For good: call it in a child.
inline bool become_another_user() {
  return setresgid(another_user, another_user, another_user) == 0 &&
         setresuid(another_user, another_user, another_user) == 0;
}

}  // namespace warplab
