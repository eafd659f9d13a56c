// Changes tokens of valid PTX, as the bytes say, and runs what comes of it with all checkers and
// counters: nothing but an error with a place or a finding may come of it.
//   ninja fuzz_ptx_tokens && bin/fuzz_ptx_tokens -max_total_time=600 a-folder
// PRINT=1 in the environment prints the module of an input, to look at a crash.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "simt/ptx/parser.h"
#include "tests/fuzz/generate_module.h"
#include "tests/fuzz/run_module.h"

namespace simt::fuzz {
namespace {

bool is_part_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '%' || c == '$';
}

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (is_part_of_word(text[begin]) && end < text.size() && is_part_of_word(text[end])) ++end;
    tokens.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return tokens;
}

bool is_blank(const std::string& token) { return token == " " || token == "\t" || token == "\n"; }

// Modules of one kernel each: what stands before the first, and the kernel.
std::vector<std::vector<std::string>> read_modules() {
  std::ifstream in(KERNELS);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::vector<std::string>> modules;
  size_t begin = text.find(".visible .entry");
  const std::string head = text.substr(0, begin);
  while (begin != text.npos) {
    const size_t end = text.find(".visible .entry", begin + 1);
    modules.push_back(tokens_of(head + text.substr(begin, end - begin)));
    begin = end;
  }
  return modules;
}

// One change: a token goes, comes twice, or becomes another one of the module, or of a list.
void change(std::vector<std::string>& tokens, Choices& choose) {
  constexpr const char* others[] = {
      "0",    "1",    "-1",     "4",       "16",      "0x80000000", "0x7fffffffffffffff",
      "_",    "%tid", "global", "shared",  "local",   "const",      "param",
      "pred", "b8",   "b16",    "b32",     "b64",     "b128",       "f32",
      "f64",  "v2",   "v4",     "weights", "[",       "]",          "{",
      "}",    "!",    "@",      ",",       "WARP_SZ", "sync",       "volatile"};
  const uint32_t count = static_cast<uint32_t>(tokens.size());
  uint32_t at = choose.below(count), from = choose.below(count);
  while (is_blank(tokens[at]) && at + 1 < count) ++at;
  while (is_blank(tokens[from]) && from + 1 < count) ++from;
  switch (choose.below(5)) {
    case 0:
      tokens[at] = tokens[from];
      break;
    case 1:
      tokens[at] = choose.of(others);
      break;
    case 2:
      std::swap(tokens[at], tokens[from]);
      break;
    case 3:
      tokens[at].clear();
      break;
    default:
      tokens[at] += " " + tokens[from];
  }
  if (tokens[at].empty()) tokens[at] = " ";
}

// Whether its variables take much memory: they are filled with zeros, which takes its time.
bool is_large(const std::string& ptx) {
  uint64_t bytes = 0;
  try {
    for (const ptx::Variable& variable : ptx::parse(ptx).variables) bytes += variable.size;
  } catch (const ptx::ParseError&) {
    return false;
  }
  return bytes > 1 << 20;
}

}  // namespace
}  // namespace simt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace simt::fuzz;
  static const std::vector<std::vector<std::string>> modules = read_modules();
  if (modules.empty()) std::abort();
  Choices choose({data, size});
  std::vector<std::string> tokens = modules[choose.below(static_cast<uint32_t>(modules.size()))];
  do change(tokens, choose);
  while (!choose.empty());
  std::string ptx;
  for (const std::string& token : tokens) ptx += token;
  static const bool print = std::getenv("PRINT") != nullptr;
  if (print) std::puts(ptx.c_str());
  if (is_large(ptx)) return 0;
  run_module(ptx, {.blocks = 2, .threads = 64, .dynamic_shared = 1024, .workers = 2});
  return 0;
}
