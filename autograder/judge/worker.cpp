// The worker's main program: maps the buffers that the judge names, runs the student's function
// when told to, says when it returned. Linked with a family's driver and the student's object, so
// it shares a process with hostile code: it holds no secret and decides nothing.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "autograder/judge/protocol.h"

extern "C" char __executable_start;  // from the linker: where this executable begins
extern "C" char etext;               // and where its code ends

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

// Tells the judge where a signal hit, then ends.
void report_fault(int signal, siginfo_t* info, void* context) {
  Message message = make_message(MessageKind::fault, 0);
  Fault& fault = message.fault;
  fault.signal = signal;
  fault.code = info->si_code;
  fault.system_call = signal == SIGSYS ? info->si_syscall : -1;
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
  const auto begin = reinterpret_cast<std::uintptr_t>(&__executable_start);
  if (instruction >= begin && instruction < reinterpret_cast<std::uintptr_t>(&etext))
    fault.instruction = instruction - begin;
  fault.is_write = (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;
  fault.near_stack =
      address - static_cast<std::uint64_t>(machine->uc_mcontext.gregs[REG_RSP]) + 65536 < 131072;
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
  struct sigaction action {};
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
