/** The real client against a loopback server that refuses in every usual way. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { ModelSettings } from "../../src/domain/settings.ts";
import { liveEndpoint } from "../../src/tools/endpoint.ts";
import { type ModelServer, type Script, startModelServer } from "../support/model-server.ts";
import { requestFor } from "../support/request.ts";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const request = requestFor({ type: "object" });
const ask = async (script: Script, { delayMs = 0, timeoutSeconds = 30 } = {}) => {
  server = await startModelServer(script, delayMs);
  return await liveEndpoint(ModelSettings.parse({ name: "m", source: "live", timeoutSeconds, baseURL: server.url }), "k")(request);
};

describe("a live endpoint", () => {
  it("returns text and tokens, with the role's temperature", async () => {
    expect(await ask(() => "{}")).toMatchObject({ text: "{}", inputTokens: 100, cachedTokens: 64, outputTokens: 10 });
    expect(server?.answered[0]?.body.temperature).toBe(0.8);
  });

  it("says so where the server counts no tokens, and estimates them", async () => {
    expect(await ask(() => ({ text: "x".repeat(400), uncounted: true }))).toMatchObject({ counted: false, inputTokens: 2, outputTokens: 115 });
  });

  it("stops reading a reply that does not end", async () => {
    const { text, flaw } = await ask(() => "x".repeat(2_000_000));
    expect(text.length).toBeLessThan(500_000);
    expect(flaw).toMatch(/longer than 400000 characters/);
  });

  it("answers a prompt that does not fit with a flaw, for the attempt to fail by", async () => {
    const { text, flaw } = await ask(() => ({ status: 400, message: "This model's maximum context length is 8192 tokens." }));
    expect([text, flaw]).toEqual(["", "The prompt is longer than this model takes."]);
  });

  it("drops the schema, then the temperature, for servers that refuse them", async () => {
    const completion = await ask(({ body }) => {
      if (body.response_format?.type === "json_schema") return { status: 400, message: "response_format json_schema is not supported" };
      return body.temperature === undefined ? "{}" : { status: 400, message: "temperature is not supported with this model" };
    });
    expect(completion.text).toBe("{}");
    expect(server?.answered[0]?.body.response_format?.type).toBe("json_object");
  });

  it("rides out a server error", async () => {
    expect((await ask((_, count) => (count === 0 ? { status: 500, headers: { "retry-after": "0" } } : "{}"))).text).toBe("{}");
  });

  const refusals: [string, Script, RegExp][] = [
    ["a refused key", () => ({ status: 401 }), /refused the key \(401\)/],
    ["an unknown model", () => ({ status: 404 }), /knows no model "m"/],
    ["too many requests", () => ({ status: 429, headers: { "retry-after": "0" } }), /too many requests/],
    ["a server that stays broken", () => ({ status: 500, headers: { "retry-after": "0" } }), /keeps failing \(500\)/],
  ];
  it.each(refusals)("says what to do about %s", async (_, script, says) => {
    await expect(ask(script)).rejects.toMatchObject({ message: expect.stringMatching(says), remedy: expect.stringMatching(/./) });
  });

  it("says so when there is no answer in time", async () => {
    await expect(ask(() => "{}", { delayMs: 60_000, timeoutSeconds: 0.3 })).rejects.toMatchObject({
      name: "Interrupted",
      message: expect.stringMatching(/no answer within 0.3 s/),
    });
  });

  it("says so when nobody is there", async () => {
    const endpoint = liveEndpoint(ModelSettings.parse({ name: "m", source: "live", baseURL: "http://127.0.0.1:9/v1" }), "k");
    await expect(endpoint(request)).rejects.toMatchObject({ name: "Interrupted", message: expect.stringContaining("cannot be reached") });
  });
});
