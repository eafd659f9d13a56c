// Where the checkout under test is, and what was built in it. The linker brings them, so that what
// is compiled is the same in any checkout, which is what ccache goes by.
#pragma once

namespace checkout {

extern const char* const root;
extern const char* const build;  // the build folder that these tests are of

}  // namespace checkout
