// The worker's main program: maps the buffers that the judge names, runs the student's function
// when told to, says when it returned. Linked with a family's driver and the student's object, so
// it shares a process with hostile code: it holds no secret and decides nothing.

#include <fcntl.h>
#include <linux/audit.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "autograder/worker/protocol.h"

extern "C" char __executable_start;  // from the linker: where this executable begins
extern "C" char etext;               // where its code ends
extern "C" char end;                 // and where its variables end

namespace warplab {
namespace {

constexpr std::size_t page = 4096;

struct Mapping {
  unsigned char* guard = nullptr;  // start of the reservation, guard pages included
  std::size_t reserved = 0;
  unsigned char* data = nullptr;  // first byte of the buffer
  std::size_t bytes = 0;
  bool is_output = false;
};

Mapping mappings[max_buffers];
std::size_t mapping_count = 0;

Message make_message(MessageKind kind, std::uint64_t sequence) {
  Message message{};
  message.magic = protocol_magic;
  message.kind = kind;
  message.sequence = sequence;
  return message;
}

void send_message(const Message& message) {
  if (send(control_fd, &message, sizeof message, MSG_NOSIGNAL) != sizeof message) _exit(99);
}

// Offset of an address in the executable's code, 0 for one outside.
std::uint64_t code_offset(std::uint64_t address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&__executable_start);
  return address >= begin && address < reinterpret_cast<std::uintptr_t>(&etext) ? address - begin
                                                                                : 0;
}

// Whether a call ends right before this address of the executable: call rel32, or call r/m64 with
// up to four bytes of displacement (Intel SDM, volume 2, CALL).
bool follows_call(std::uint64_t address) {
  const auto* code = reinterpret_cast<const unsigned char*>(address);
  if (code[-5] == 0xe8) return true;
  for (const int length : {2, 3, 6, 7})
    if (code[-length] == 0xff && (code[1 - length] & 0x38) == 0x10) return true;
  return false;
}

// The call by which the executable came into a library: the first return address on the stack.
std::uint64_t calling_instruction(std::uint64_t stack_pointer) {
  constexpr int words = 128;
  const auto* word = reinterpret_cast<const std::uint64_t*>(stack_pointer);
  for (int i = 0; i < words; ++i)
    if (code_offset(word[i]) > 8 && follows_call(word[i])) return code_offset(word[i]) - 1;
  return 0;
}

// Tells the judge where a signal hit, then ends.
void report_fault(int signal, siginfo_t* info, void* context) {
  Message message = make_message(MessageKind::fault, 0);
  Fault& fault = message.fault;
  fault.signal = signal;
  fault.code = info->si_code;
  const bool is_native = signal == SIGSYS && info->si_arch == AUDIT_ARCH_X86_64;
  fault.system_call = is_native ? info->si_syscall : -1;
  fault.buffer = -1;
  const auto address = reinterpret_cast<std::uintptr_t>(signal == SIGSYS ? nullptr : info->si_addr);
  fault.address = address;
  for (std::size_t i = 0; i < mapping_count; ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(mappings[i].guard);
    if (address < begin || address >= begin + mappings[i].reserved) continue;
    fault.buffer = static_cast<std::int32_t>(i);
    fault.byte = static_cast<std::int64_t>(address) -
                 static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(mappings[i].data));
  }
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto instruction = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RIP]);
  const auto stack_pointer = static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RSP]);
  fault.instruction = code_offset(instruction);
  fault.is_write = (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;
  fault.near_stack = address - stack_pointer + 65536 < 131072;
  fault.behind_statics = address - reinterpret_cast<std::uintptr_t>(&end) < 65536;
  // A stack that cannot be read brings this handler here again.
  static volatile sig_atomic_t has_looked = 0;
  if (fault.instruction == 0 && !fault.near_stack && !has_looked) {
    has_looked = 1;
    fault.instruction = calling_instruction(stack_pointer);
  }
  send(control_fd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
  _exit(128 +
        signal);  // as a shell says it: process 1 of a namespace cannot raise a signal on itself
}

void report_faults() {
  static unsigned char stack[65536];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action{};
  action.sa_sigaction = report_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT})
    sigaction(signal, &action, nullptr);
}

void unmap_all() {
  for (std::size_t i = 0; i < mapping_count; ++i) munmap(mappings[i].guard, mappings[i].reserved);
  mapping_count = 0;
}

// Maps one buffer between two inaccessible pages, all of its pages present.
Mapping map_buffer(const BufferPlace& place) {
  Mapping mapping;
  mapping.reserved = place.pages_bytes + 2 * page;
  void* reservation = mmap(nullptr, mapping.reserved, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reservation == MAP_FAILED) _exit(98);
  mapping.guard = static_cast<unsigned char*>(reservation);
  const int access = place.is_output ? PROT_READ | PROT_WRITE : PROT_READ;
  void* pages =
      mmap(mapping.guard + page, place.pages_bytes, access, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
           place.is_output ? output_fd : input_fd, static_cast<off_t>(place.offset));
  if (pages == MAP_FAILED) _exit(98);
  mapping.bytes = place.bytes;
  mapping.is_output = place.is_output != 0;
  mapping.data = mapping.guard + page + (place.flush_end ? place.pages_bytes - place.bytes : 0);
  return mapping;
}

int serve() {
  Message request{};
  Message prepared{};
  void* inputs[max_buffers] = {};
  void* outputs[max_buffers] = {};
  report_faults();
  send_message(make_message(MessageKind::ready, 0));
  while (recv(control_fd, &request, sizeof request, 0) == sizeof request) {
    switch (request.kind) {
      case MessageKind::prepare: {
        unmap_all();
        prepared = request;
        std::size_t input = 0, output = 0;
        for (std::size_t i = 0; i < request.buffer_count && i < max_buffers; ++i) {
          mappings[i] = map_buffer(request.buffers[i]);
          mapping_count = i + 1;
          (mappings[i].is_output ? outputs[output++] : inputs[input++]) = mappings[i].data;
        }
        send_message(make_message(MessageKind::ready, request.sequence));
        break;
      }
      case MessageKind::go:
        warplab_run_case(prepared.parameters, inputs, outputs);
        std::fflush(nullptr);  // the worker will be killed, and a printf is there to be seen
        send_message(make_message(MessageKind::done, request.sequence));
        break;
      case MessageKind::go_empty:
        send_message(make_message(MessageKind::done, request.sequence));
        break;
      default:
        return 97;
    }
  }
  return 0;
}

}  // namespace
}  // namespace warplab

int main() { return warplab::serve(); }
