/** Imported before a program: its clock is wrong by KERNELWRIGHT_TEST_SKEW_MS. Timers are not. */
const skew = Number(process.env["KERNELWRIGHT_TEST_SKEW_MS"]);
const now = Date.now.bind(Date);
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : [now() + skew]));
  }
  static now() {
    return now() + skew;
  }
};
