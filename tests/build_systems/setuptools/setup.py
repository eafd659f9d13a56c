"""An extension module with a .cu file, which nvcc compiles and the host's compiler links."""
import os
import re
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

CUDA_HOME = os.environ["CUDA_HOME"]
NVCC = os.path.join(CUDA_HOME, "bin", "nvcc")


class BuildCuda(build_ext):
    def build_extension(self, ext):
        version = subprocess.check_output([NVCC, "--version"], text=True)
        assert int(re.search(r"release (\d+)\.\d+", version).group(1)) >= 12, version
        self.compiler.src_extensions.append(".cu")
        compile_for_host = self.compiler._compile

        def compile_one(obj, src, ext_name, cc_args, extra_args, pp_opts):
            if not src.endswith(".cu"):
                return compile_for_host(obj, src, ext_name, cc_args, extra_args, pp_opts)
            self.spawn([NVCC, *pp_opts, "-c", src, "-o", obj, "--expt-relaxed-constexpr", "--compiler-options", "'-fPIC'",
                        "-gencode=arch=compute_80,code=sm_80", "-std=c++17"])

        self.compiler._compile = compile_one
        super().build_extension(ext)


setup(
    name="negate",
    version="1",
    ext_modules=[Extension("negate", ["module.cpp", "negate.cu"], include_dirs=[os.path.join(CUDA_HOME, "include")],
                           library_dirs=[os.path.join(CUDA_HOME, "lib64")], libraries=["cudart"], language="c++")],
    cmdclass={"build_ext": BuildCuda},
)
