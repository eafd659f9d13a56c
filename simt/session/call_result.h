// Whether a program looks at what a call returned: read off the machine code behind the call.
#pragma once

namespace simt::session {

// True where the code that the call returns to throws the result away. False where it reads it, or
// where that cannot be told (other machines than x86-64 among them). Must be called within the
// call: a function that hands the result on to its caller is followed there.
bool ignores_result(const void* return_address);

}  // namespace simt::session
