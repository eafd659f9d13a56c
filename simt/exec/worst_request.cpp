#include "simt/exec/worst_request.h"

#include <memory>
#include <tuple>

#include "simt/exec/worker.h"

namespace simt::exec {

void keep_worst(Site& site, const Warp& warp, uint32_t mask, const uint32_t* offsets,
                uint32_t bytes, uint32_t wavefronts, bool load) {
  if (!site.worst) site.worst = std::make_unique<events::BankRequest>();
  events::BankRequest& worst = *site.worst;
  const uint32_t* block = warp.block->index;
  worst.wavefronts = wavefronts;
  worst.bytes = bytes;
  worst.load = load;
  worst.block = {block[0], block[1], block[2]};
  worst.warp = warp.id;
  worst.lanes = mask;
  for_active(mask, [&](int lane) { worst.offsets[lane] = offsets[lane]; });
}

void keep_if_worse(std::optional<events::BankRequest>& worst, const events::BankRequest& request) {
  const auto place = [](const events::BankRequest& of) {
    return std::tuple(of.block.z, of.block.y, of.block.x, of.warp);
  };
  const bool is_worse = !worst || request.wavefronts > worst->wavefronts ||
                        (request.wavefronts == worst->wavefronts && place(request) < place(*worst));
  if (is_worse) worst = request;
}

}  // namespace simt::exec
