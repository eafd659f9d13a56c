// What programs are linked with whose calls simt executes. A file of its own: who links the calls
// with another carrier leaves it out.
#include <memory>

#include "simt/runtime/carrier.h"
#include "simt/session/execution.h"

namespace simt::runtime {

std::unique_ptr<Carrier> make_carrier(Context& context) {
  return std::make_unique<session::Execution>(context);
}

}  // namespace simt::runtime
