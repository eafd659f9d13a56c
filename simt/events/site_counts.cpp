#include "simt/events/site_counts.h"

namespace simt::events {

void SiteCounts::add(const SiteCounts& other) {
  requests += other.requests;
  threads += other.threads;
  sectors += other.sectors;
  sectors_ideal += other.sectors_ideal;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  bank_conflicts += other.bank_conflicts;
  shared_requests += other.shared_requests;
  local_requests += other.local_requests;
  beside_requests += other.beside_requests;
  beside_threads += other.beside_threads;
  barriers_passed += other.barriers_passed;
  constant_passes += other.constant_passes;
  local_sectors += other.local_sectors;
  sector_multiplicity += other.sector_multiplicity;
}

}  // namespace simt::events
