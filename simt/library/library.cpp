#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/device.h"
#include "simt/events/finding_json.h"
#include "simt/exec/emitter.h"
#include "simt/library/simt.h"
#include "simt/memory/layout.h"
#include "simt/observe/profile.h"
#include "simt/ptx/parser.h"

struct simt_module {
  simt_device* device = nullptr;
  simt::Program program;
  std::vector<std::string> kernels;
};

struct simt_device {
  simt_device(simt::Options options) : device(std::move(options)) {}

  simt::Device device;
  std::mutex mutex;  // of what follows, and of programs, which look kernels up
  std::map<std::string, std::unique_ptr<simt_module>, std::less<>> modules;  // by text
};

struct simt_result {
  simt::LaunchResult launch;
  std::vector<std::string> texts;  // of the findings
  std::optional<simt::observe::LaunchProfile> profile;
  std::string json;  // once it was asked for
};

namespace {

using simt::observe::Metric;
using simt::observe::Metrics;

// As simt::Options has it, and for a device that checks as `simt check` has it.
constexpr uint64_t checked_loop_limit = 1 << 24;
constexpr unsigned all_flags = SIMT_CHECK | SIMT_STRICT | SIMT_COUNT | SIMT_TIME;

constexpr const char* status_names[] = {
    "SIMT_OK",           "SIMT_INVALID_ARGUMENT", "SIMT_INVALID_PTX",
    "SIMT_NOT_FOUND",    "SIMT_UNSUPPORTED",      "SIMT_INVALID_LAUNCH",
    "SIMT_KERNEL_FAULT", "SIMT_OUT_OF_MEMORY",    "SIMT_INTERNAL"};

// Ends a call with a status.
struct Failure {
  simt_status status;
  std::string why;
};

std::string& last_error() {
  thread_local std::string text;
  return text;
}

// Every function that returns a status is the call of this with its body.
template <class Body>
simt_status call(Body&& body) noexcept {
  const auto fail = [](simt_status status, std::string_view why) {
    last_error() = why;
    return status;
  };
  try {
    body();
    return SIMT_OK;
  } catch (const Failure& failure) {
    return fail(failure.status, failure.why);
  } catch (const simt::ptx::ParseError& error) {
    return fail(SIMT_INVALID_PTX, fmt::format("PTX line {}", error.what()));
  } catch (const simt::exec::DecodeError& error) {
    return fail(SIMT_UNSUPPORTED, fmt::format("PTX line {}", error.what()));
  } catch (const std::bad_alloc&) {
    return fail(SIMT_OUT_OF_MEMORY, "this machine has no memory left");
  } catch (const std::invalid_argument& error) {
    return fail(SIMT_INVALID_ARGUMENT, error.what());
  } catch (const std::exception& error) {
    return fail(SIMT_INTERNAL, error.what());
  }
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) throw Failure{SIMT_INVALID_ARGUMENT, fmt::format("{} is null", name)};
}

simt::Kernel find(simt_module* module, const char* name) {
  require(module, "module");
  require(name, "kernel");
  const std::lock_guard lock(module->device->mutex);
  if (auto kernel = module->program.kernel(name)) return *kernel;
  throw Failure{SIMT_NOT_FOUND, fmt::format("the module has no kernel {}", name)};
}

std::optional<Metric> metric_named(std::string_view name) {
  for (size_t m = 0; m < static_cast<size_t>(Metric::count); ++m)
    if (simt::observe::name_of(static_cast<Metric>(m)) == name) return static_cast<Metric>(m);
  return std::nullopt;
}

const simt::observe::LaunchProfile& profile_of(const simt_result* result) {
  require(result, "result");
  if (!result->profile)
    throw Failure{SIMT_NOT_FOUND, "nothing was counted: make the device with SIMT_COUNT"};
  return *result->profile;
}

Failure no_counter(const char* name) {
  return {SIMT_NOT_FOUND, fmt::format("there is no counter {}: docs/simt.md lists them", name)};
}

// Whether the launch was refused, and nothing ran.
bool is_refusal(simt::Status status) {
  return status == simt::Status::invalid_configuration ||
         status == simt::Status::too_many_resources ||
         status == simt::Status::cooperative_too_large;
}

simt::events::Index3 index_of(simt_dim3 size) { return {size.x, size.y, size.z}; }

std::unique_ptr<simt_result> make_result(const simt::Device& device, const simt::KernelInfo& info,
                                         simt::LaunchResult launch) {
  auto result = std::make_unique<simt_result>();
  if (launch.counters)
    result->profile = simt::observe::make_launch_profile(
        *launch.counters, device.target(), info.registers, launch.time ? &*launch.time : nullptr);
  for (const simt::events::Finding& finding : launch.findings)
    result->texts.push_back(finding.text());
  result->launch = std::move(launch);
  result->launch.counters.reset();  // it refers to the module
  return result;
}

std::string json_of(const simt_result& result) {
  simt::observe::Profile profile;
  if (result.profile) profile.launches.push_back(*result.profile);
  nlohmann::ordered_json json;
  json["findings"] = nlohmann::ordered_json::array();
  for (const simt::events::Finding& finding : result.launch.findings)
    json["findings"] += nlohmann::ordered_json(simt::events::to_json(finding));
  json.update(simt::observe::to_json(profile));
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

extern "C" {

const char* simt_status_name(simt_status status) {
  const auto number = static_cast<size_t>(status);
  return number < std::size(status_names) ? status_names[number] : "unknown";
}

const char* simt_last_error(void) { return last_error().c_str(); }

simt_status simt_device_create(const char* target, unsigned flags, unsigned workers,
                               simt_device** device) {
  return call([&] {
    require(device, "device");
    if ((flags & ~all_flags) != 0)
      throw Failure{SIMT_INVALID_ARGUMENT, fmt::format("flags {:#x} are not known", flags)};
    simt::Options options;
    if (target != nullptr) options.target = target;
    options.checkers = (flags & SIMT_CHECK) != 0;
    options.strict = (flags & SIMT_STRICT) != 0;
    options.counters = (flags & SIMT_COUNT) != 0;
    options.time = options.counters && (flags & SIMT_TIME) != 0;
    options.workers = workers;
    if (options.checkers) options.loop_limit = checked_loop_limit;
    *device = new simt_device(std::move(options));
  });
}

void simt_device_destroy(simt_device* device) { delete device; }

simt_status simt_memory_add(simt_device* device, void* memory, size_t bytes) {
  return call([&] {
    require(device, "device");
    require(memory, "memory");
    if (device->device.memory().add_host(memory, bytes) == nullptr)
      throw Failure{
          SIMT_INVALID_ARGUMENT,
          fmt::format("the {} bytes at {} overlap memory that was added before", bytes, memory)};
  });
}

simt_status simt_memory_remove(simt_device* device, void* memory) {
  return call([&] {
    require(device, "device");
    if (!device->device.memory().free(reinterpret_cast<simt::memory::Address>(memory)))
      throw Failure{SIMT_NOT_FOUND, fmt::format("no memory that was added begins at {}", memory)};
  });
}

simt_status simt_module_load(simt_device* device, const char* ptx, simt_module** module) {
  return call([&] {
    require(device, "device");
    require(ptx, "ptx");
    require(module, "module");
    const std::lock_guard lock(device->mutex);
    auto found = device->modules.find(std::string_view(ptx));
    if (found == device->modules.end()) {
      auto made = std::make_unique<simt_module>();
      made->device = device;
      made->program = device->device.load(ptx);
      for (const simt::ptx::Function& function : made->program.module().functions)
        if (function.kernel && function.has_body) made->kernels.push_back(function.name);
      found = device->modules.emplace(ptx, std::move(made)).first;
    }
    *module = found->second.get();
  });
}

const char* simt_module_kernel(const simt_module* module, size_t number) {
  return module != nullptr && number < module->kernels.size() ? module->kernels[number].c_str()
                                                              : nullptr;
}

simt_status simt_kernel_get_info(simt_module* module, const char* kernel, simt_kernel_info* info) {
  return call([&] {
    require(info, "info");
    const simt::KernelInfo& known = find(module, kernel).info();
    *info = {.parameters = static_cast<uint32_t>(known.parameters.size()),
             .parameter_bytes = known.parameter_bytes,
             .shared_bytes = known.static_shared,
             .local_bytes = known.local_bytes,
             .registers = known.registers,
             .max_threads = known.max_threads};
  });
}

simt_status simt_kernel_get_parameter(simt_module* module, const char* kernel, uint32_t number,
                                      uint32_t* offset, uint32_t* bytes) {
  return call([&] {
    require(offset, "offset");
    require(bytes, "bytes");
    const auto& parameters = find(module, kernel).info().parameters;
    if (number >= parameters.size())
      throw Failure{SIMT_NOT_FOUND,
                    fmt::format("{} has {} parameters, counted from 0", kernel, parameters.size())};
    *offset = parameters[number].offset;
    *bytes = parameters[number].size;
  });
}

simt_status simt_launch(simt_module* module, const char* kernel, simt_dim3 grid, simt_dim3 block,
                        uint32_t shared_bytes, const void* parameters, size_t parameter_bytes,
                        simt_result** result) {
  return call([&] {
    const simt::Kernel found = find(module, kernel);
    const simt::KernelInfo& info = found.info();
    if (parameter_bytes != info.parameter_bytes || (parameters == nullptr && parameter_bytes != 0))
      throw Failure{SIMT_INVALID_ARGUMENT,
                    fmt::format("{} takes {} bytes of parameters; {} were given", kernel,
                                info.parameter_bytes, parameters ? parameter_bytes : 0)};
    simt::Launch launch;
    launch.grid = index_of(grid);
    launch.block = index_of(block);
    launch.dynamic_shared = shared_bytes;
    simt::Device& device = module->device->device;
    simt::LaunchResult outcome =
        device.launch(found, launch, {static_cast<const std::byte*>(parameters), parameter_bytes});
    const simt::Status status = outcome.status;
    const std::string message = outcome.message;
    if (is_refusal(status)) throw Failure{SIMT_INVALID_LAUNCH, message};
    if (result != nullptr) *result = make_result(device, info, std::move(outcome)).release();
    if (status != simt::Status::ok) throw Failure{SIMT_KERNEL_FAULT, message};
  });
}

void simt_result_destroy(simt_result* result) { delete result; }

const char* simt_result_output(const simt_result* result) {
  return result == nullptr ? "" : result->launch.output.c_str();
}

size_t simt_result_findings(const simt_result* result) {
  return result == nullptr ? 0 : result->texts.size();
}

const char* simt_result_finding(const simt_result* result, size_t number) {
  return result != nullptr && number < result->texts.size() ? result->texts[number].c_str()
                                                            : nullptr;
}

simt_status simt_result_counter(const simt_result* result, const char* name, double* value) {
  return call([&] {
    require(name, "name");
    require(value, "value");
    const simt::observe::LaunchProfile& profile = profile_of(result);
    if (const auto metric = metric_named(name)) {
      *value = static_cast<double>(profile.metrics[*metric]);
      return;
    }
    const auto derived = std::ranges::find(
        profile.derived, std::string_view(name),
        [](const auto& entry) -> const auto& { return entry.first; });
    if (derived == profile.derived.end()) throw no_counter(name);
    *value = derived->second;
  });
}

simt_status simt_result_line_counter(const simt_result* result, const char* file, uint32_t line,
                                     const char* name, double* value) {
  return call([&] {
    require(file, "file");
    require(name, "name");
    require(value, "value");
    const auto& lines = profile_of(result).lines;
    const auto metric = metric_named(name);
    if (!metric) throw no_counter(name);
    const auto found = std::ranges::find_if(lines, [&](const simt::observe::LineProfile& counted) {
      return counted.line == line && counted.file == file;
    });
    *value = found == lines.end() ? 0 : static_cast<double>(found->metrics[*metric]);
  });
}

const char* simt_result_json(simt_result* result) {
  if (result == nullptr) return "{}";
  call([&] {
    if (result->json.empty()) result->json = json_of(*result);
  });
  return result->json.c_str();
}

}  // extern "C"
