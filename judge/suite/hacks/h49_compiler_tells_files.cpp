#define PLACE(path) <path>
#include PLACE(/etc/passwd)

extern "C" int f() { return 0; }
