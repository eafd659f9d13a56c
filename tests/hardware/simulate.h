// Runs kernels.ptx in simt, with the launches that were recorded on the hardware.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/device.h"
#include "simt/memory/address_space.h"
#include "tests/hardware/launches.h"

namespace hardware {

inline std::string read_text(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// What folder/h200.json holds; record.py says how it was made.
inline nlohmann::json read_recording(const std::string& folder) {
  return nlohmann::json::parse(read_text(folder + "/h200.json"));
}

struct Simulated {
  simt::LaunchResult result;
  std::string outputs;  // hash, as in the recording
  uint32_t registers = 0;
};

class Simulator {
 public:
  explicit Simulator(const std::string& folder)
      : device_({.target = "H200", .counters = true, .time = true}),
        program_(device_.load(read_text(folder + "/kernels.ptx"))) {}

  Simulated run(const LaunchSpec& spec) {
    const auto kernel = program_.kernel(spec.kernel);
    if (!kernel) throw std::runtime_error("kernels.ptx has no " + spec.kernel);
    const simt::KernelInfo& info = kernel->info();
    std::vector<std::byte> parameters(info.parameter_bytes);
    std::vector<const simt::memory::Allocation*> buffers;
    for (size_t i = 0; i < spec.arguments.size(); ++i) {
      const Argument& argument = spec.arguments[i];
      const simt::memory::Allocation* buffer = nullptr;
      if (argument.bytes > 0) {
        buffer = device_.memory().allocate(argument.bytes, simt::memory::Kind::device);
        if (!buffer) throw std::runtime_error("no memory for " + spec.kernel);
        const std::vector<std::byte> bytes = fill_buffer(argument);
        std::memcpy(buffer->host, bytes.data(), bytes.size());
      }
      buffers.push_back(buffer);
      const void* value = buffer ? static_cast<const void*>(&buffer->begin) : &argument.value;
      std::memcpy(&parameters.at(info.parameters.at(i).offset), value, info.parameters[i].size);
    }
    Simulated simulated;
    simulated.result = device_.launch(
        *kernel, {.grid = {spec.grid.x, spec.grid.y, 1}, .block = {spec.block.x, spec.block.y, 1}},
        parameters);
    simulated.registers = info.registers;
    uint64_t hash = 0;
    for (size_t i = 0; i < buffers.size(); ++i) {
      if (!buffers[i]) continue;
      if (spec.arguments[i].fill == Fill::zeros)
        hash = hash_words(buffers[i]->host, spec.arguments[i].bytes, hash);
      device_.memory().free(buffers[i]->begin);
    }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    simulated.outputs = text;
    return simulated;
  }

 private:
  simt::Device device_;
  simt::Program program_;
};

}  // namespace hardware
