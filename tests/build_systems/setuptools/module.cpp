#include <Python.h>
#include <cuda_runtime.h>

int negate_on_device(int value);

static PyObject* negate(PyObject*, PyObject* argument) {
  return PyLong_FromLong(negate_on_device(static_cast<int>(PyLong_AsLong(argument))));
}

static PyMethodDef functions[] = {{"negate", negate, METH_O, "-x, by a kernel"},
                                  {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "negate", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_negate() { return PyModule_Create(&module); }
