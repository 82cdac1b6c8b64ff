/** Any model server: each kind that is found in the wild gives the same reply, and what it refused once it is not asked again. */
import { expect, it } from "@jest/globals";
import { z } from "zod";
import { ModelSettings } from "../../../src/domain/settings.ts";
import { liveEndpoint } from "../../../src/tools/model/endpoint.ts";
import { readReply } from "../../../src/tools/model/reply-parsing.ts";
import { startModel, zoo } from "../../support/model-zoo.ts";
import { requestFor } from "../../support/request.ts";

const Reply = z.object({ strategy: z.string(), advice: z.string() });
const value = { strategy: "tile the loop", advice: "use shared memory for 32 x 32 blocks" };
const request = requestFor(z.toJSONSchema(Reply, { target: "draft-7" }));

it.each(Object.entries(zoo))("%s", async (_name, personality) => {
  const server = await startModel(personality, JSON.stringify(value));
  const ask = liveEndpoint(ModelSettings.parse({ name: "m", source: "live", baseURL: server.url, timeoutSeconds: 20 }), "k");
  try {
    const first = await ask(request);
    expect(readReply(first.text, first.flaw, Reply)).toMatchObject({ value });
    expect(first.counted ? [first.inputTokens, first.outputTokens] : [first.inputTokens > 0, first.outputTokens > 0]).toEqual(
      first.counted ? [100, 10] : [true, true],
    );
    const before = server.asked.length;
    await ask(request);
    expect(server.asked.length - before).toBe(1);
  } finally {
    await server.close();
  }
});
