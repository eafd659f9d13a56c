// EXPECT: BUILD_ERROR(missing function)
// LAB: lab1
// Makes the entry point a symbol of the assembler that is not a function but a number, where the judge
// would jump to.
__asm__(".globl conv_filter\n.set conv_filter, 0x400000");
