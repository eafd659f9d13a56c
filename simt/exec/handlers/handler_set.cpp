// One instruction set's handlers, gathered for the decoder.
#include "simt/exec/handlers/handler_set.h"

#define SIMT_TEXT(name) #name
#define SIMT_NAME(name) SIMT_TEXT(name)
#define SIMT_JOINED(start, name) start##name
#define SIMT_DOOR(name) SIMT_JOINED(simt_handlers_, name)

namespace simt::exec {

using namespace SIMT_ISA;

const HandlerSet SIMT_DOOR(SIMT_ISA) = {
    .name = SIMT_NAME(SIMT_ISA),
    .emit_integer = emit_integer,
    .emit_float = emit_float,
    .emit_half = emit_half,
    .emit_compare = emit_compare,
    .emit_convert = emit_convert,
    .emit_matrix = emit_matrix,
    .emit_load = emit_load,
    .emit_store = emit_store,
    .emit_atomic = emit_atomic,
    .emit_async = emit_async,
    .emit_warp = emit_warp,
};

}  // namespace simt::exec
