// What programs are linked with whose calls simt executes. A file of its own: who links the calls
// with another backend leaves it out.
#include <memory>

#include "simt/runtime/backend.h"
#include "simt/session/execution.h"

namespace simt::runtime {

std::unique_ptr<Backend> make_backend(Context& context) {
  return std::make_unique<session::Execution>(context);
}

}  // namespace simt::runtime
