/** The name of this machine for itself, with an optional port, as a Host header has it. */
export const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
