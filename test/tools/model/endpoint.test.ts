/** The real client against a loopback server that refuses in every usual way. */
import { describe, expect, it } from "@jest/globals";
import { ModelSettings } from "../../../src/domain/settings.ts";
import { liveEndpoint } from "../../../src/tools/model/endpoint.ts";
import { startLoopback } from "../../support/loopback.ts";
import { type Script, startModelServer } from "../../support/model-server.ts";
import { requestFor } from "../../support/request.ts";

const request = requestFor({ type: "object" });
const ask = async (script: Script, { delayMs = 0, timeoutSeconds = 30 } = {}) => {
  const server = await startModelServer(script, delayMs);
  try {
    const completion = await liveEndpoint(ModelSettings.parse({ name: "m", source: "live", timeoutSeconds, baseURL: server.url }), "k")(request);
    return { ...completion, requests: server.answered };
  } finally {
    await server.close();
  }
};

describe("a live endpoint", () => {
  it("returns text and tokens, with the role's temperature", async () => {
    const completion = await ask(() => "{}");
    expect(completion).toMatchObject({ text: "{}", inputTokens: 100, cachedTokens: 64, outputTokens: 10 });
    expect(completion.requests[0]?.body.temperature).toBe(0.8);
  });

  it("estimates tokens if the server sends no counts, and marks the estimate", async () => {
    expect(await ask(() => ({ text: "x".repeat(400), uncounted: true }))).toMatchObject({ counted: false, inputTokens: 2, outputTokens: 115 });
  });

  it("stops reading a reply that does not end", async () => {
    const { text, flaw } = await ask(() => "x".repeat(2_000_000));
    expect(text.length).toBeLessThan(500_000);
    expect(flaw).toMatch(/longer than 400000 characters/);
  });

  it("turns a prompt that is too long into a failed attempt", async () => {
    const { text, flaw } = await ask(() => ({ status: 400, message: "This model's maximum context length is 8192 tokens." }));
    expect([text, flaw]).toEqual(["", "The prompt is longer than this model takes."]);
  });

  it("drops the schema, then the temperature, for servers that refuse them", async () => {
    const completion = await ask(({ body }) => {
      if (body.response_format?.type === "json_schema") return { status: 400, message: "response_format json_schema is not supported" };
      return body.temperature === undefined ? "{}" : { status: 400, message: "temperature is not supported with this model" };
    });
    expect(completion.text).toBe("{}");
    expect(completion.requests[0]?.body.response_format?.type).toBe("json_object");
  });

  it("repeats a call after a server error", async () => {
    expect((await ask((_, count) => (count === 0 ? { status: 500, headers: { "retry-after": "0" } } : "{}"))).text).toBe("{}");
  });

  const refusals: [string, Script, RegExp][] = [
    ["a refused key", () => ({ status: 401 }), /refused the key \(401\)/],
    ["an unknown model", () => ({ status: 404 }), /knows no model "m"/],
    ["an empty account", () => ({ status: 429, message: "You exceeded your current quota" }), /an empty account \(429\)/],
    ["a limit that lasts longer than a call may wait", () => ({ status: 429, headers: { "retry-after": "31" } }), /too many requests/],
    ["a server that stays broken", () => ({ status: 500, headers: { "retry-after": "0" } }), /keeps failing \(500\)/],
  ];
  it.concurrent.each(refusals)("says what to do about %s", async (_, script, says) => {
    await expect(ask(script)).rejects.toMatchObject({ message: expect.stringMatching(says), remedy: expect.stringMatching(/./) });
  });

  it.each([429, 503])("waits as long as a %d says, with all calls, and tells it once", async (status) => {
    const said: string[] = [];
    const asked: number[] = [];
    const server = await startModelServer((_, count) => {
      asked.push(performance.now());
      return count < 2 ? { status, headers: { "retry-after": "3" } } : "{}";
    });
    const settings = ModelSettings.parse({ name: "m", source: "live", timeoutSeconds: 30, baseURL: server.url });
    const endpoint = liveEndpoint(settings, "k", { say: (line) => said.push(line), afterMs: 60_000 });
    const first = [endpoint(request), endpoint(request)];
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await Promise.all([...first, endpoint(request)]); // the third begins during the pause
    await server.close();
    expect(asked).toHaveLength(5);
    expect(asked[2]! - asked[0]!).toBeGreaterThan(2900);
    expect(said).toEqual([`${server.url} asks for fewer calls (${status}): all calls wait 3 s; each gives up after 30 s (--model-timeout)`]);
  });

  it("ends a pause at once when the search stops", async () => {
    const paused = Promise.withResolvers<string>();
    const server = await startModelServer(() => ({ status: 429, headers: { "retry-after": "20" } }));
    const settings = ModelSettings.parse({ name: "m", source: "live", timeoutSeconds: 30, baseURL: server.url });
    const stop = new AbortController();
    const answer = liveEndpoint(settings, "k", { say: paused.resolve, afterMs: 60_000 })(request, stop.signal);
    const refused = expect(answer).rejects.toThrow("enough");
    await paused.promise;
    const since = performance.now();
    stop.abort(new Error("enough"));
    await refused;
    expect(performance.now() - since).toBeLessThan(5000);
    await server.close();
  });

  it("tells an estimate of each try that was cut off or late, and none of a refused one", async () => {
    const late = new Promise<never>(() => {});
    const script: Script = async (_, count) => {
      if (count === 0) return { status: 429, headers: { "retry-after": "0" } };
      if (count === 1) return { text: "x".repeat(350), cut: true };
      return count === 2 ? await late : "{}";
    };
    const server = await startModelServer(script);
    const lost: object[] = [];
    let begun = 0;
    const settings = ModelSettings.parse({ name: "m", source: "live", timeoutSeconds: 3, baseURL: server.url });
    const { text } = await liveEndpoint(settings, "k")(request, undefined, { begins: () => begun++, lost: (one) => lost.push(one) });
    await server.close();
    expect([text, begun]).toEqual(["{}", 4]);
    expect(lost).toEqual([
      { inputTokens: 2, outputTokens: 100 },
      { inputTokens: 2, outputTokens: 0 },
    ]);
  });

  it("reports a call without an answer in time", async () => {
    await expect(ask(() => "{}", { delayMs: 60_000, timeoutSeconds: 0.3 })).rejects.toMatchObject({
      name: "Interrupted",
      message: expect.stringMatching(/no answer within 0.3 s, 2 times in a row/),
      remedy: expect.stringContaining("--model-timeout"),
    });
  });

  it("repeats a call once that had no answer in time", async () => {
    const answer = ask(async (_, count) => (count === 0 ? await new Promise<never>(() => {}) : "{}"), { timeoutSeconds: 2 }); // a busy machine answers the second call in this time
    expect((await answer).text).toBe("{}");
  });

  it("prints one line for all calls that wait for an answer, and nothing after the answer", async () => {
    const said: string[] = [];
    const first = Promise.withResolvers<void>();
    const say = (line: string) => {
      said.push(line);
      first.resolve();
    };
    const server = await startModelServer(async () => {
      await first.promise;
      return "{}";
    });
    const settings = ModelSettings.parse({ name: "m", source: "live", timeoutSeconds: 30, baseURL: server.url });
    const endpoint = liveEndpoint(settings, "k", { say, afterMs: 300 });
    const since = performance.now();
    await Promise.all([endpoint(request), endpoint(request)]);
    const lines = said.length;
    expect(lines).toBeLessThanOrEqual(1 + (performance.now() - since - 300) / 270); // a busy machine may answer after a further line
    await new Promise((resolve) => setTimeout(resolve, 400));
    await server.close();
    expect(said).toHaveLength(lines);
    expect(said[0]).toMatch(/^no answer from http.* for 0.3 s or longer: 2 calls wait; each gives up after 30 s \(--model-timeout\)$/);
  });

  it("distinguishes a server that answers with a web page from an unreachable one", async () => {
    const page = await startLoopback((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>log in</html>"));
    const answer = liveEndpoint(ModelSettings.parse({ name: "m", source: "live", baseURL: page.url }), "k")(request);
    await expect(answer).rejects.toMatchObject({
      name: "Interrupted",
      message: expect.stringMatching(/answered, but not as an OpenAI-compatible API/),
      remedy: expect.stringContaining("/v1"),
    });
    await page.close();
  });

  it.concurrent("reports an unreachable server", async () => {
    const endpoint = liveEndpoint(ModelSettings.parse({ name: "m", source: "live", baseURL: "http://127.0.0.1:9/v1" }), "k");
    await expect(endpoint(request)).rejects.toMatchObject({ name: "Interrupted", message: expect.stringContaining("cannot be reached") });
  });
});
