namespace {
void burn() {}
void rest() {}
}  // namespace

extern "C" int burn_from_now_on() {
  begin();
  return 0;
}
