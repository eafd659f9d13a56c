# cuda/, a folder that is shaped like a CUDA Toolkit, for build systems: bin/nvcc is simtcc, include/ has its headers, and
# lib64/ the runtime as a shared library. Links within the build folder, so that both may move together.
set(TOOLKIT ${CMAKE_BINARY_DIR}/cuda)
set(CUDART libcudart.so.${CUDA_MAJOR})

file(MAKE_DIRECTORY ${TOOLKIT}/bin ${TOOLKIT}/lib64 ${TOOLKIT}/drop-in)
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
add_library(cuda12 OBJECT ${CMAKE_CURRENT_LIST_DIR}/cuda12.cpp)
target_include_directories(cuda12 PRIVATE frontend/include)
set_target_properties(cuda12 PROPERTIES POSITION_INDEPENDENT_CODE ON)
separate_arguments(CUDART_LIBRARIES UNIX_COMMAND "${SIMTCC_LIBRARIES}")
add_custom_command(OUTPUT ${TOOLKIT}/lib64/${CUDART}
  COMMAND ${CMAKE_CXX_COMPILER} ${SYSROOT} -shared -o ${TOOLKIT}/lib64/${CUDART}
    -Wl,--whole-archive $<TARGET_FILE:simt_library> -Wl,--no-whole-archive $<TARGET_OBJECTS:cuda12>
    -Wl,--version-script=${EXPORTS} -Wl,-Bsymbolic-functions ${COMPLETE} -Wl,--strip-debug
    "-Wl,--disable-new-dtags,-rpath,$ORIGIN/../../libraries" ${CUDART_LIBRARIES}
  DEPENDS simt_library cuda12 $<TARGET_OBJECTS:cuda12> ${EXPORTS}
  COMMENT "Linking ${CUDART}"
  COMMAND_EXPAND_LISTS
  VERBATIM)

# drop-in/: where programs that nvcc has linked look under `simt` (tools/drop_in.h). It is the runtime by all names that
# they know it by, the driver that is none, and what takes them there past an RPATH. Nothing of it is for a linker.
foreach(NAME libcudart.so libcudart.so.12 libcudart.so.13)
  file(CREATE_LINK ../lib64/${CUDART} ${TOOLKIT}/drop-in/${NAME} SYMBOLIC)
endforeach()
add_library(no_driver MODULE ${CMAKE_CURRENT_LIST_DIR}/driver.cpp)
set_target_properties(no_driver PROPERTIES PREFIX "" OUTPUT_NAME libcuda.so SUFFIX .1)
add_library(redirect MODULE ${CMAKE_CURRENT_LIST_DIR}/redirect.cpp)
set_target_properties(redirect PROPERTIES OUTPUT_NAME simt_redirect)
set_target_properties(no_driver redirect PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${TOOLKIT}/drop-in)

add_custom_target(cuda_toolkit DEPENDS ${TOOLKIT}/lib64/${CUDART} simtcc precompiled_headers)
add_dependencies(cuda_toolkit no_driver redirect)
