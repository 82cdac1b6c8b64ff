import { expect, it } from "@jest/globals";
import { tracingOf } from "../../src/domain/span.ts";

it("a collector's headers are percent-decoded, and a value with a stray % is taken as it stands", () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_EXPORTER_OTLP_HEADERS: "x-team=kernels%20one,authorization=Basic abc%" };
  expect(tracingOf(env).otlp?.headers).toEqual({ "x-team": "kernels one", authorization: "Basic abc%" });
});
