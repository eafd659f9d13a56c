// What a step is written for, and what a GPU's steps are executed on.
#pragma once

#include <optional>
#include <string_view>

namespace warplab {

enum class Device { cpu, gpu };

// "cpu", "gpu": in lab.json and in result.json.
std::string_view name_of(Device device);
// Nothing for any other name.
std::optional<Device> device_named(std::string_view name);

// Automatic: simt counts, and a real GPU measures times where there is one that can be used.
enum class Backend { automatic, simt, cuda };

// Of "auto", "simt" and "cuda"; nothing for any other name.
std::optional<Backend> backend_named(std::string_view name);

// What makes the PTX of .cu files. Automatic: nvcc where it is installed, else clang.
enum class Frontend { automatic, nvcc, clang };

// Of "", "nvcc" and "clang"; nothing for any other name.
std::optional<Frontend> frontend_named(std::string_view name);

}  // namespace warplab
