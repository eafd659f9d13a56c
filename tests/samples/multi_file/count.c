/* How many elements the program works on. */
int element_count(void);
int element_count(void) { return 200; }
