extern "C" int broken(const float*, const float*, float*) { return 1; }
