// simt run: just runs it.
#include "simt/tools/commands.h"
#include "simt/tools/report.h"

namespace simt::tools {

int run(const Command& command) {
  const ProgramEnd end = run_program(command.request, command.program);
  print_problems(end);
  return end.exit_code;
}

}  // namespace simt::tools
