// EXPECT: WRONG wrapped
// STEP: 1
// Packs four results into a word by their low 8 bits, in place of clamping them.
// REPLACE: asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(word) : "r"(s1), "r"(s0), "r"(upper));
// BY: word = (s0 & 255) | (s1 & 255) << 8 | (s2 & 255) << 16 | s3 << 24;
