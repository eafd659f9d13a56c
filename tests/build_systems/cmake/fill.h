#pragma once
// Stores 0, 1, ... in memory of the device.
void fill(int* device, int count);
