"""Kernels of PTX from Python, over memory of this process, with findings and counters.

    python3 ptx_run.py build/libsimt/libsimt.so scale.ptx

Gpu.ptx_run() has the arguments of gpuocelot's function of that name, which frameworks such as tinygrad call where there
is no GPU. What they take for the driver's allocation calls is allocate() and free() here.
"""

import ctypes
import json
import sys

CHECK, STRICT, COUNT, TIME = 1, 2, 4, 8
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


class Dim3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_uint32), ("y", ctypes.c_uint32), ("z", ctypes.c_uint32)]


class SimtError(RuntimeError):
    pass


class Gpu:
    def __init__(self, library, flags=CHECK | COUNT):
        self.lib = ctypes.CDLL(library)
        for name in ("last_error", "status_name", "module_kernel", "result_json", "result_finding"):
            getattr(self.lib, "simt_" + name).restype = ctypes.c_char_p
        self.lib.simt_module_kernel.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self.lib.simt_launch.argtypes = [ctypes.c_void_p, ctypes.c_char_p, Dim3, Dim3, ctypes.c_uint32,
                                         ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
        self.device = ctypes.c_void_p()
        self.check(self.lib.simt_device_create(None, flags, 0, ctypes.byref(self.device)))
        self.memory = {}
        self.last = {"findings": [], "kernels": []}

    def check(self, status):
        if status != 0:
            raise SimtError(f"{self.lib.simt_status_name(status).decode()}: {self.lib.simt_last_error().decode()}")

    def allocate(self, size):
        """Memory for kernels and for Python, aligned as cuMemAlloc does it."""
        buffer = (ctypes.c_ubyte * (size + 255))()
        address = (ctypes.addressof(buffer) + 255) // 256 * 256
        self.check(self.lib.simt_memory_add(self.device, ctypes.c_void_p(address), ctypes.c_size_t(size)))
        self.memory[address] = buffer
        return address

    def free(self, address):
        self.check(self.lib.simt_memory_remove(self.device, ctypes.c_void_p(address)))
        del self.memory[address]

    def ptx_run(self, image, nargs, args, lx, ly, lz, gx, gy, gz, smem):
        """Runs the first kernel of the PTX text `image`. `args` are nargs values of up to 8 bytes, as integers.
        What was found and counted is in self.last."""
        module, result = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.simt_module_load(self.device, image, ctypes.byref(module)))
        kernel = self.lib.simt_module_kernel(module, 0)
        offset, size, buffer = ctypes.c_uint32(), ctypes.c_uint32(), bytearray()
        for number in range(nargs):
            self.check(self.lib.simt_kernel_get_parameter(module, kernel, number, ctypes.byref(offset),
                                                          ctypes.byref(size)))
            buffer += bytes(offset.value - len(buffer))
            buffer += (args[number] or 0).to_bytes(8, "little")[:size.value]
        status = self.lib.simt_launch(module, kernel, Dim3(gx, gy, gz), Dim3(lx, ly, lz), smem, bytes(buffer),
                                      len(buffer), ctypes.byref(result))
        if not result:
            return self.check(status)
        self.last = json.loads(self.lib.simt_result_json(result))
        self.lib.simt_result_destroy(result)


def bits_of(value):
    """A float as the integer that has its bytes."""
    return int.from_bytes(ctypes.string_at(ctypes.byref(ctypes.c_float(value)), 4), "little")


def main(library, file):
    n = 1000
    gpu = Gpu(library)
    address = gpu.allocate(4 * n)
    x = ctypes.cast(address, ctypes.POINTER(ctypes.c_float))
    for i in range(n):
        x[i] = i
    with open(file, "rb") as text:
        image = text.read()
    args = (ctypes.c_void_p * 3)(address, bits_of(0.5), n)
    gpu.ptx_run(image, len(args), args, 256, 1, 1, (n + 255) // 256, 1, 1, 0)

    print(f"x[999] = {x[n - 1]:g}")
    kernel = gpu.last["kernels"][0]
    print(f"{kernel['name']}: {kernel['metrics'][SECTORS]} sectors loaded")
    for line in kernel["lines"]:
        if SECTORS in line["metrics"]:
            print(f"  {line['file']}:{line['line']}: {line['metrics'][SECTORS]}")
    for finding in gpu.last["findings"]:
        print(f"{finding['kind']}: {finding['where']['file']}:{finding['where']['line']}: {finding['what']}")
    gpu.free(address)


if __name__ == "__main__":
    main(*sys.argv[1:])
