// The name under which programs know crt/host_defines.h.
#pragma once

#include "crt/host_defines.h"
