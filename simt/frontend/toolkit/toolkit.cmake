# cuda/, a folder that is shaped like a CUDA Toolkit, for build systems: bin/nvcc is simtcc, include/ has its headers, and
# lib64/ the runtime as a shared library. Links within the build folder, so that both may move together.
set(TOOLKIT ${CMAKE_BINARY_DIR}/cuda)
set(CUDART libcudart.so.${CUDA_MAJOR})

file(MAKE_DIRECTORY ${TOOLKIT}/bin ${TOOLKIT}/lib64)
file(CREATE_LINK ../../bin/simtcc ${TOOLKIT}/bin/nvcc SYMBOLIC)
file(CREATE_LINK ../../bin/simt ${TOOLKIT}/bin/simt SYMBOLIC)
file(CREATE_LINK ../include/simt ${TOOLKIT}/include SYMBOLIC)
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.json.in ${TOOLKIT}/version.json @ONLY)

# The runtime has no soname: a linker then notes the path at which it found it, and programs find it there without
# LD_LIBRARY_PATH and without a run path, which CMake sets for no folder that the compiler names. What -lcudart and
# -lcudart_static find are linker scripts that name it, for a library found by -l would be noted without its folder.
# There is no static runtime: a program and its libraries are to share one.
foreach(NAME libcudart.so libcudart_static.a)
  file(WRITE ${TOOLKIT}/lib64/${NAME} "INPUT(${CUDART})\n")
endforeach()
# Archives without members: a device runtime would bring nothing, and many programs name the driver's library without
# calling it.
foreach(NAME libcudadevrt.a libcuda.a)
  file(WRITE ${TOOLKIT}/lib64/${NAME} "!<arch>\n")
endforeach()

if(CMAKE_SYSROOT)  # of a cross compiler
  set(SYSROOT --sysroot=${CMAKE_SYSROOT})
endif()
if(NOT SANITIZE)  # whose functions programs bring
  set(COMPLETE -Wl,-z,defs)
endif()
set(EXPORTS ${CMAKE_CURRENT_LIST_DIR}/exports.map)
separate_arguments(CUDART_LIBRARIES UNIX_COMMAND "${SIMTCC_LIBRARIES}")
add_custom_command(OUTPUT ${TOOLKIT}/lib64/${CUDART}
  COMMAND ${CMAKE_CXX_COMPILER} ${SYSROOT} -shared -o ${TOOLKIT}/lib64/${CUDART}
    -Wl,--whole-archive $<TARGET_FILE:simt_library> -Wl,--no-whole-archive
    -Wl,--version-script=${EXPORTS} -Wl,-Bsymbolic-functions ${COMPLETE} -Wl,--strip-debug
    "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../../libraries" ${CUDART_LIBRARIES}
  DEPENDS simt_library ${EXPORTS}
  COMMENT "Linking ${CUDART}"
  VERBATIM)
add_custom_target(cuda_toolkit DEPENDS ${TOOLKIT}/lib64/${CUDART} simtcc precompiled_headers)
