// What the decoder of one instruction may ask for: slots of its operands, Ops to append.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "simt/exec/op.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::exec {

// A valid PTX instruction that simt does not run. what() is "line:column: message".
class DecodeError : public std::runtime_error {
 public:
  DecodeError(ptx::Place place, const std::string& message);
};

// Where an address operand points, as far as decoding can tell. The address of lane l is
//   reg32/reg64: value of the register + offset   (in the space's own addresses)
//   absolute:    offset                            (the same in all lanes: variable, parameter)
//   frame:       Warp::local_frame + offset        (local variables, .param variables of functions)
struct DecodedAddress {
  enum class Kind : uint8_t { reg32, reg64, absolute, frame } kind = Kind::absolute;
  uint32_t slot = 0;
  int64_t offset = 0;
  // The space that is accessed: that of the instruction, but .param of a function's own variables
  // is local here (they lie in the frame), and .param of a kernel's parameters stays param.
  ptx::Space space = ptx::Space::generic;
};

class Emitter {
 public:
  virtual ~Emitter() = default;

  virtual const ptx::Instruction& instruction() const = 0;
  virtual const ptx::Function& function() const = 0;
  virtual const ptx::Module& module() const = 0;

  // Appends an Op with pc filled in. The reference holds until the next call.
  virtual Op& emit(Handler run) = 0;
  // The last Op waits for lanes (converge.h), wherever these execute the same instruction. It is
  // all that the instruction does.
  virtual void meets_elsewhere(JointOp joint) = 0;
  // Whether the instruction, a shuffle, is to leave behind which lanes it has read: Warp::read_lanes.
  virtual bool keeps_read_lanes() const = 0;

  // The slot of a register of up to 4 bytes (16-bit and 8-bit values lie in the low bits of a
  // 4-byte lane: readers ignore the bits above, writers leave zeros there), of an immediate
  // (converted to `type`: integers are cut, f32 and f64 immediates are exact), of a special
  // register (a copy is emitted first), of a sink (a scratch slot), or of a symbol's address.
  // Throws DecodeError where the operand does not fit.
  virtual uint32_t reg32(const ptx::Operand& operand, ptx::Type type) = 0;
  // The same for values of 8 bytes.
  virtual uint32_t reg64(const ptx::Operand& operand, ptx::Type type) = 0;
  // Index of a predicate register, with `negated` for !%p; immediates 0 and 1 (true) and sinks work
  // too.
  virtual uint32_t predicate(const ptx::Operand& operand) = 0;
  // A slot that holds the value in every lane.
  virtual uint32_t constant32(uint32_t value) = 0;
  virtual uint32_t constant64(uint64_t value) = 0;
  // A register of this instruction's own, 4 or 8 bytes a lane.
  virtual uint32_t scratch32() = 0;
  virtual uint32_t scratch64() = 0;

  virtual DecodedAddress address(const ptx::Operand& operand, ptx::Space space) = 0;
  // A new index into Worker::sites, for this instruction.
  virtual uint32_t site() = 0;

  // Throws DecodeError: "<opcode> <what> is not supported".
  [[noreturn]] virtual void unsupported(const std::string& what) = 0;
};

}  // namespace simt::exec
