#include "simt/ptx/source_lines.h"

#include "simt/ptx/basic_blocks.h"

namespace simt::ptx {
namespace {

// File, line and column: two calls in one line are two places.
auto key_of(const SourceLine& at) { return std::tuple(at.file, at.line, at.column); }

bool is_lost(const SourceLine& at) { return at.file != 0 && at.line == 0; }

// What instructions that do the same for different data have in common.
auto kind_of(const Instruction& instruction) {
  return std::tuple(instruction.opcode, instruction.type(), instruction.space());
}

// Gives instructions without a line the next one of their basic block, or else the one before. Where a whole block has
// none, as one that LLVM has sunk the end of a loop to, each has the line of the last one before it that does the same.
void fill_lost(Function& function) {
  std::vector<Instruction>& code = function.instructions;
  const std::vector<bool> leaders = find_leaders(function);
  for (size_t pc = code.size(); pc-- > 1;)
    if (!leaders[pc] && is_lost(code[pc - 1].source)) code[pc - 1].source = code[pc].source;
  for (size_t pc = 1; pc < code.size(); ++pc)
    if (!leaders[pc] && is_lost(code[pc].source)) code[pc].source = code[pc - 1].source;
  std::map<decltype(kind_of(code[0])), SourceLine> latest;
  for (Instruction& instruction : code) {
    SourceLine& known = latest[kind_of(instruction)];
    if (!is_lost(instruction.source))
      known = instruction.source;
    else if (known.file != 0)
      instruction.source = known;
  }
}

}  // namespace

bool is_toolkit_header(std::string_view path) {
  for (const std::string_view folder : {"-linux/include/", "/lib/clang/", "/include/simt/"})
    if (path.find(folder) != path.npos) return true;
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/");
}

void SourceLines::begin_function() {
  latest_.clear();
  current_ = 0;
}

uint32_t SourceLines::add(const SourceLine& at, uint32_t caller) {
  const auto index = static_cast<uint32_t>(entries_.size());
  entries_.push_back({at, caller});
  latest_[key_of(at)] = index;
  return index;
}

void SourceLines::enter(const SourceLine& at, const std::optional<SourceLine>& caller) {
  uint32_t from = 0;
  if (caller) {
    // The caller's own .loc came before, and says where that was inlined in turn.
    const auto known = latest_.find(key_of(*caller));
    from = known != latest_.end() ? known->second : add(*caller, 0);
  }
  const auto same = latest_.find(key_of(at));
  const bool again = same != latest_.end() && entries_[same->second].caller == from;
  current_ = again ? same->second : add(at, from);
}

void SourceLines::resolve(Module& module) const {
  std::vector<bool> in_header;
  for (const std::string& file : module.files) in_header.push_back(is_toolkit_header(file));
  std::vector<SourceLine> lines;
  for (const Entry& entry : entries_) {  // a caller's entry comes before those of its callees
    const bool header = entry.line.file < in_header.size() && in_header[entry.line.file];
    const bool of_caller = entry.caller != 0 && (header || is_lost(entry.line));
    lines.push_back(of_caller ? lines[entry.caller] : entry.line);
  }
  for (Function& function : module.functions) {
    for (Instruction& instruction : function.instructions)
      instruction.source = lines[instruction.source.line];
    fill_lost(function);
  }
}

}  // namespace simt::ptx
