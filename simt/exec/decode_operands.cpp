// Operands of PTX instructions: registers, constants and addresses become slots and offsets.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "simt/exec/control.h"
#include "simt/exec/decoder.h"

namespace simt::exec {

using ptx::Operand;
using ptx::Space;
using ptx::Symbol;
using ptx::Type;

namespace {

bool is_of_reserved(const Operand& special) {
  using S = ptx::SpecialRegister;
  const auto which = static_cast<S>(special.index);
  return which == S::reserved_smem_offset_begin || which == S::reserved_smem_offset_end ||
         which == S::reserved_smem_offset_0 || which == S::reserved_smem_offset_1;
}

}  // namespace

uint32_t Decoder::reg32(const Operand& operand, Type type) {
  if (operand.negated) unsupported("with the negation of an operand that is not a predicate");
  switch (operand.kind) {
    case Operand::Kind::reg: {
      const Type held = function_.registers[operand.index].type;
      if (held == Type::pred || ptx::size_of(held) > 4) wrong_register(operand, "up to 32 bits");
      return slots_.slot_of[operand.index];
    }
    case Operand::Kind::immediate: {
      uint64_t bits = operand.bits;
      if (operand.immediate_type == Type::f64 && type == Type::f32)
        bits = std::bit_cast<uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
      const uint32_t size = ptx::size_of(type);
      if (size == 1) bits &= 0xff;
      if (size == 2) bits &= 0xffff;
      return constant32(bits);
    }
    case Operand::Kind::special: {
      const uint32_t slot = scratch32();
      image_.asks_for_reserved |= is_of_reserved(operand);
      Op& op = emit(control::read_special32);
      op.d = slot;
      op.imm = operand.index;
      return slot;
    }
    case Operand::Kind::symbol:
      return symbol_address(operand, false);
    case Operand::Kind::sink:
      return scratch32();
    default:
      unsupported("operand");
  }
}

uint32_t Decoder::reg64(const Operand& operand, Type type) {
  if (operand.negated) unsupported("with the negation of an operand that is not a predicate");
  switch (operand.kind) {
    case Operand::Kind::reg: {
      if (ptx::size_of(function_.registers[operand.index].type) != 8)
        wrong_register(operand, "64 bits");
      return slots_.slot_of[operand.index];
    }
    case Operand::Kind::immediate: {
      uint64_t bits = operand.bits;
      if (operand.immediate_type == Type::f32 && type == Type::f64)
        bits = std::bit_cast<uint64_t>(
            static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits))));
      return constant64(bits);
    }
    case Operand::Kind::special: {
      const uint32_t slot = scratch64();
      image_.asks_for_reserved |= is_of_reserved(operand);
      Op& op = emit(control::read_special64);
      op.d = slot;
      op.imm = operand.index;
      return slot;
    }
    case Operand::Kind::symbol:
      return symbol_address(operand, true);
    case Operand::Kind::sink:
      return scratch64();
    default:
      unsupported("operand");
  }
}

// The first operand, or an element of it: what an instruction writes, as far as it is a predicate.
bool Decoder::comes_first(const Operand& operand) const {
  const Operand& first = instruction_->operands[0];
  return &operand == &first || (!first.elements.empty() && &operand >= first.elements.data() &&
                                &operand < first.elements.data() + first.elements.size());
}

uint32_t Decoder::predicate(const Operand& operand) {
  const bool writable = operand.kind == Operand::Kind::sink ||
                        (operand.kind == Operand::Kind::reg && !operand.negated);
  if (comes_first(operand) && !writable) unsupported("with a result that is not a register");
  switch (operand.kind) {
    case Operand::Kind::reg:
      if (function_.registers[operand.index].type != Type::pred)
        wrong_register(operand, "a predicate");
      return slots_.slot_of[operand.index] | (operand.negated ? negated : 0);
    case Operand::Kind::immediate:
      return false_predicate() | (operand.bits != 0 ? negated : 0);
    case Operand::Kind::sink:
      return false_predicate() + 1;
    default:
      unsupported("operand");
  }
}

uint32_t Decoder::constant32(uint32_t value) {
  const auto [found, is_new] = constants32_.try_emplace(value, next32_ * 4 * warp_size);
  if (is_new) {
    ++next32_;
    out_.constants32.push_back({found->second, value});
  }
  return found->second;
}

uint32_t Decoder::constant64(uint64_t value) {
  const auto [found, is_new] = constants64_.try_emplace(value, next64_ * 8 * warp_size);
  if (is_new) {
    ++next64_;
    out_.constants64.push_back({found->second, value});
  }
  return found->second;
}

uint32_t Decoder::scratch32() {
  if (scratch32_ == scratch_slots32_.size()) scratch_slots32_.push_back(next32_++);
  return scratch_slots32_[scratch32_++] * 4 * warp_size;
}

uint32_t Decoder::scratch64() {
  if (scratch64_ == scratch_slots64_.size()) scratch_slots64_.push_back(next64_++);
  return scratch_slots64_[scratch64_++] * 8 * warp_size;
}

DecodedAddress Decoder::address(const Operand& operand, Space space) {
  DecodedAddress result;
  result.space = space;
  result.offset = operand.offset;
  if (operand.kind != Operand::Kind::address) unsupported("operand that is not an address");
  if (operand.base == Operand::Base::symbol) {
    check_space(operand.symbol, space, operand.offset);
    return address_of_symbol(operand.symbol, result);
  }
  if (operand.base == Operand::Base::reg) {
    const Type held = function_.registers[operand.index].type;
    const bool wide = ptx::size_of(held) == 8;
    if (!wide && ptx::size_of(held) != 4) wrong_register(operand, "32 or 64 bits");
    result.kind = wide ? DecodedAddress::Kind::reg64 : DecodedAddress::Kind::reg32;
    result.slot = slots_.slot_of[operand.index];
    if (space == Space::param && !function_.kernel) result.space = Space::local;
  }
  return result;
}

uint32_t Decoder::site() {
  image_.sites.push_back({image_index_, pc_, access_bytes()});
  return image_.sites.size() - 1;
}

void Decoder::unsupported(const std::string& what) {
  throw DecodeError(instruction_->place, fmt::format("{} {} is not supported",
                                                     ptx::name_of(instruction_->opcode), what));
}

uint32_t Decoder::access_bytes() const {
  if (instruction_->opcode == ptx::Opcode::cp && instruction_->operands.size() > 2)
    return static_cast<uint32_t>(instruction_->operands[2].bits);
  return ptx::size_of(instruction_->type()) * instruction_->vector;
}

void Decoder::wrong_register(const Operand& operand, const char* expected) {
  const ptx::Register& reg = function_.registers[operand.index];
  throw DecodeError(
      operand.place.line ? operand.place : instruction_->place,
      fmt::format("{} needs a register of {} here, {} is .{}", ptx::name_of(instruction_->opcode),
                  expected, reg.name, ptx::name_of(reg.type)));
}

void Decoder::lay_out_frame() {
  // The address to return to lies in the frame too, so recursion ends.
  uint64_t bytes = function_.kernel ? 0 : return_address_bytes;
  const auto place = [&](const ptx::Variable& variable) {
    const uint64_t offset = align_up(bytes, std::max<uint32_t>(variable.alignment, 4));
    bytes = offset + variable.size;
    if (bytes > most_local_bytes)
      throw DecodeError(variable.place,
                        fmt::format("the variables of {} take {} bytes of local "
                                    "memory up to {}; a thread has {}",
                                    function_.name, bytes, variable.name, most_local_bytes));
    return static_cast<uint32_t>(offset);
  };
  if (!function_.kernel)
    for (const ptx::Variable& parameter : function_.parameters) {
      out_.parameter_offsets.push_back(place(parameter));
      out_.parameter_bytes.push_back(parameter.size);
    }
  if (!function_.returns.empty()) {
    out_.result_offset = place(function_.returns[0]);
    out_.result_bytes = function_.returns[0].size;
  }
  for (const ptx::Variable& variable : function_.variables)
    variable_offsets_.push_back(
        variable.space == Space::local || variable.space == Space::param ? place(variable) : 0);
  out_.local_bytes = align_up(bytes, 16);
  uint64_t on_stack = function_.kernel ? 0 : gpu_return_address_bytes;
  for (const ptx::Variable& variable : function_.variables)
    if (variable.space == Space::local)
      on_stack = align_up(on_stack, std::max<uint32_t>(variable.alignment, 4)) + variable.size;
  out_.off_stack_bytes = out_.local_bytes - std::min<uint64_t>(on_stack, out_.local_bytes);
}

Space Decoder::space_of(Symbol symbol) const {
  switch (symbol.kind) {
    case Symbol::Kind::module_variable:
      return module_.variables[symbol.index].space;
    case Symbol::Kind::function_variable:
      return function_.variables[symbol.index].space;
    case Symbol::Kind::parameter:
    case Symbol::Kind::return_parameter:
      return Space::param;
    default:
      return Space::generic;
  }
}

const ptx::Variable& Decoder::variable_of(Symbol symbol) const {
  switch (symbol.kind) {
    case Symbol::Kind::parameter:
      return function_.parameters[symbol.index];
    case Symbol::Kind::return_parameter:
      return function_.returns[symbol.index];
    default:
      return function_.variables[symbol.index];
  }
}

void Decoder::check_passed_bytes(Symbol symbol, int64_t offset) {
  const ptx::Variable& variable = variable_of(symbol);
  const uint64_t first = static_cast<uint64_t>(offset), bytes = access_bytes();
  if (first > variable.size || bytes > variable.size - first)
    unsupported(fmt::format("of {} bytes from byte {} on of {}, which has {},", bytes, offset,
                            variable.name, variable.size));
}

void Decoder::check_space(Symbol symbol, Space accessed, int64_t offset) {
  const Space space = space_of(symbol);
  const bool may = accessed == Space::generic ? space != Space::param : accessed == space;
  if (may && space == Space::param) return check_passed_bytes(symbol, offset);
  if (may && space != Space::generic) return;
  unsupported(space == Space::generic ? "of something that is not a variable"
                                      : fmt::format("in .{} memory of a variable in .{}",
                                                    ptx::name_of(accessed), ptx::name_of(space)));
}

DecodedAddress Decoder::address_of_symbol(Symbol symbol, DecodedAddress result) {
  const auto add = [&](uint64_t distance) {  // as addresses do: around the end
    result.offset = static_cast<int64_t>(static_cast<uint64_t>(result.offset) + distance);
  };
  const auto in_frame = [&](uint32_t offset) {
    result.kind = DecodedAddress::Kind::frame;
    result.space = Space::local;
    add(offset);
    return result;
  };
  switch (symbol.kind) {
    case Symbol::Kind::module_variable: {
      const Space space = module_.variables[symbol.index].space;
      add(space == Space::shared ? shared_.of_module(symbol.index) : address_of_(symbol.index));
      if (result.space == Space::generic && space == Space::shared) add(memory::shared_window);
      return result;
    }
    case Symbol::Kind::function_variable: {
      const Space space = function_.variables[symbol.index].space;
      if (space == Space::shared) {
        add(shared_.of_function(module_index_, symbol.index));
        if (result.space == Space::generic) add(memory::shared_window);
        return result;
      }
      if (space == Space::local || space == Space::param)
        return in_frame(variable_offsets_[symbol.index]);
      unsupported("operand: a global variable in a function");
    }
    case Symbol::Kind::parameter:
      if (!function_.kernel) return in_frame(out_.parameter_offsets[symbol.index]);
      add(image_.kernel_parameter_offsets[symbol.index]);
      return result;
    case Symbol::Kind::return_parameter:
      return in_frame(out_.result_offset);
    case Symbol::Kind::function:
      add(memory::function_window + 16 * uint64_t{symbol.index});
      return result;
    default:
      unsupported("operand");
  }
}

uint32_t Decoder::symbol_address(const Operand& operand, bool wide) {
  DecodedAddress address;
  address.space = Space::reg;  // any but generic: no window is added
  address.offset = operand.offset;
  address = address_of_symbol(operand.symbol, address);
  if (address.kind == DecodedAddress::Kind::frame) {
    const uint32_t slot = wide ? scratch64() : scratch32();
    Op& op = emit(wide ? control::frame_address64 : control::frame_address32);
    op.d = slot;
    op.imm = address.offset;
    return slot;
  }
  return wide ? constant64(address.offset) : constant32(address.offset);
}

const ptx::Variable& Decoder::passed_variable(const Operand& operand) {
  const bool is_variable = operand.kind == Operand::Kind::symbol &&
                           operand.symbol.kind == Symbol::Kind::function_variable &&
                           space_of(operand.symbol) == Space::param && operand.offset == 0;
  if (!is_variable)
    throw DecodeError(operand.place.line ? operand.place : instruction_->place,
                      "an argument or a result of call must be a .param variable of the caller");
  return function_.variables[operand.symbol.index];
}

}  // namespace simt::exec
