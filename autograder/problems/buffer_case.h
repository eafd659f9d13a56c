// A case as a table of buffers, and what follows from that: its layout, and how inputs get to a
// worker and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "autograder/problems/problem.h"
#include "autograder/problems/random_numbers.h"

namespace warplab {

// A row of the table.
struct Buffer {
  std::string name;  // as the signature calls it: "src"
  std::size_t bytes = 0;
  // Of an input: its values, which are the judge's own, made as many as there have to be. Of an
  // output nothing.
  std::function<std::span<std::byte>()> values;
  ImageLayout image = {};  // where it is one
};

// `count` values, which are kept in `values`.
template <typename Value>
Buffer input(std::string name, std::size_t count, std::vector<Value>& values) {
  return {std::move(name), count * sizeof(Value), [count, &values] {
            values.resize(count);
            return std::as_writable_bytes(std::span(values));
          }};
}
template <typename Value>
Buffer output(std::string name, std::size_t count) {
  return {std::move(name), count * sizeof(Value), {}};
}

// A buffer's content as values.
template <typename Value>
std::span<const Value> values_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const Value*>(bytes.data()), bytes.size() / sizeof(Value)};
}

// A block of parameters as the driver is given it.
template <typename Parameters>
std::vector<std::byte> bytes_of(const Parameters& parameters) {
  const auto bytes = std::as_bytes(std::span(&parameters, 1));
  return {bytes.begin(), bytes.end()};
}

// A family's cases are one class that says what is in the buffers, and what has to come of it.
class BufferCase : public Case {
 public:
  explicit BufferCase(std::string name) : name_(std::move(name)) {}

  std::string name() const override { return name_; }
  CaseLayout layout() const override;
  double compulsory_bytes() const override;  // of all buffers, each once

  void generate(std::uint64_t seed) override;
  void write_inputs(std::span<const std::span<std::byte>> inputs) const override;
  void read_inputs(std::span<const std::span<std::byte>> inputs) override;

 protected:
  // Inputs, then outputs; always the same ones.
  virtual std::vector<Buffer> buffers() = 0;
  virtual std::vector<std::byte> parameters() const = 0;
  // Fills the inputs, which have their lengths.
  virtual void fill(RandomNumbers& random) = 0;
  // After the inputs have changed.
  virtual void forget() {}

 private:
  std::vector<Buffer> table() const { return const_cast<BufferCase*>(this)->buffers(); }

  std::string name_;
};

// One whose outputs are compared with something that takes time to compute. It is computed when it
// is first asked for, while the worker stands still.
template <typename Expected>
class OracleCase : public BufferCase {
 protected:
  using BufferCase::BufferCase;
  virtual Expected compute() const = 0;
  const Expected& expected() const {
    if (!expected_) expected_ = compute();
    return *expected_;
  }

 private:
  void forget() final { expected_.reset(); }

  mutable std::optional<Expected> expected_;
};

}  // namespace warplab
