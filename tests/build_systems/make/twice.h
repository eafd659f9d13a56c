#pragma once
#define FACTOR 2
void twice(float* values, int count);
