#include "autograder/worker/stacks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "autograder/worker/protocol.h"

namespace warplab {
namespace {

// What lies below a stack, and cannot be accessed. A large array may reach far beyond the end.
constexpr std::size_t guard_bytes = std::size_t{64} << 20;
constexpr std::size_t signal_stack_bytes = 65536;
constexpr std::size_t near_bytes = 65536;

// The stack of this thread; empty where it came about in no way that we know of.
thread_local std::uintptr_t lowest = 0;
thread_local std::size_t size = 0;

void* map_memory(std::size_t bytes, int access) {
  void* memory =
      mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) _exit(98);
  return memory;
}

void* set_signal_stack() {
  stack_t stack{};
  stack.ss_sp = map_memory(signal_stack_bytes, PROT_READ | PROT_WRITE);
  stack.ss_size = signal_stack_bytes;
  sigaltstack(&stack, nullptr);
  return stack.ss_sp;
}

void remove_signal_stack(void* memory) {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(memory, signal_stack_bytes);
}

// Holds each thread's signal stack, to remove it when the thread ends, in whatever way.
pthread_key_t signal_stacks() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    if (pthread_key_create(&made, remove_signal_stack) != 0) _exit(98);
    return made;
  }();
  return key;
}

void note_stack_of_thread() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  lowest = reinterpret_cast<std::uintptr_t>(begin);
}

using Run = void* (*)(void*);

struct Start {
  Run run;
  void* argument;
};

void* begin_thread(void* given) {
  const Start start = *static_cast<Start*>(given);
  std::free(given);
  pthread_setspecific(signal_stacks(), set_signal_stack());
  note_stack_of_thread();
  return start.run(start.argument);
}

int (*to_run)();
int result;

}  // namespace

int run_on_own_stack(int (*run)()) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  set_signal_stack();
  auto* const memory = static_cast<std::byte*>(map_memory(guard_bytes + stack_bytes, PROT_NONE));
  if (mprotect(memory + guard_bytes, stack_bytes, PROT_READ | PROT_WRITE) != 0) _exit(98);
  lowest = reinterpret_cast<std::uintptr_t>(memory + guard_bytes);
  size = stack_bytes;
  static ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = memory + guard_bytes;
  there.uc_stack.ss_size = stack_bytes;
  there.uc_link = &here;
  to_run = run;
  makecontext(
      &there, [] { result = to_run(); }, 0);
  swapcontext(&here, &there);
  return result;
}

std::size_t size_of_full_stack(std::uintptr_t address, std::uintptr_t stack_pointer) {
  const bool is_below =
      stack_pointer < lowest || (address < lowest && lowest - address < near_bytes);
  return is_below ? size : 0;
}

}  // namespace warplab

using Create = int (*)(pthread_t*, const pthread_attr_t*, warplab::Run, void*);

// ThreadSanitizer's, where a program has it: it looks after its threads.
extern "C" [[gnu::weak]] int __interceptor_pthread_create(pthread_t* thread,
                                                          const pthread_attr_t* attributes,
                                                          warplab::Run run, void* argument);

// In the place of the C library's, for all libraries of the program: OpenMP's asks for no guard but a page.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, warplab::Run run,
                              void* argument) {
  using namespace warplab;
  if (__interceptor_pthread_create != nullptr)
    return __interceptor_pthread_create(thread, attributes, run, argument);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  pthread_attr_t own;
  if (attributes != nullptr)
    own = *attributes;  // a value, in glibc; nothing of it is freed
  else
    pthread_getattr_default_np(&own);
  pthread_attr_setguardsize(&own, guard_bytes);
  auto* const start = static_cast<Start*>(std::malloc(sizeof(Start)));
  if (start == nullptr) return EAGAIN;
  *start = {run, argument};
  const int error = create(thread, &own, begin_thread, start);
  if (error != 0) std::free(start);
  return error;
}
