// The two workers of a GPU lab. The recorder runs the student's host code, which has no input and
// no GPU, and writes down what it asks for; the device worker carries that plan out on a GPU, and
// no code of the student is in its process.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "autograder/gpu/gpu.h"
#include "autograder/judge/session.h"
#include "autograder/problems/problem.h"

namespace warplab {

// The device worker's program, copied to where its sandbox sees it.
class DeviceProgram {
 public:
  // `name` lies in `worker_objects`: "gpu_simt" or "gpu_cuda". Throws GraderError where it does
  // not.
  DeviceProgram(const Sandbox& sandbox, const std::filesystem::path& worker_objects,
                const std::string& name);
  const std::filesystem::path& executable() const { return executable_; }

 private:
  std::filesystem::path executable_;
};

// What the GPU made of one call of the launch function.
struct Played {
  gpu::PlayReport report;
  std::vector<std::span<const std::byte>> outputs;  // valid until the next call
};

class GpuWorkers {
 public:
  // Room for the largest of `layouts`. `limits` of both, where they are not the usual ones.
  GpuWorkers(const Sandbox& sandbox, const std::filesystem::path& recorder,
             const DeviceProgram& device, const std::vector<CaseLayout>& layouts,
             const std::optional<Limits>& limits);

  // Calls the launch function for the case and carries out what it asks for, on the case's present
  // inputs, with outputs that held `poison` before. Nothing where a worker failed:
  // recorder_failed() says which.
  std::optional<Played> play(const Case& the_case, const gpu::PlayOptions& options,
                             std::uint32_t poison);

  // Where a worker has failed: the recorder's session, else the device worker's.
  bool recorder_failed() const { return recorder_.failed(); }
  const Session& failed_session() const { return recorder_.failed() ? recorder_ : device_; }
  // What the launch function printed.
  const std::string& output() const { return recorder_.output(); }

 private:
  SharedBuffers plan_buffers_, device_buffers_;
  Session recorder_, device_;
};

}  // namespace warplab
