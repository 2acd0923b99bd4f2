/**
 * Every recording, played whole and in the spellings of event streams: the answer as a whole value, and what of it goes back with the
 * next request. `UPDATE_GOLDEN=1` writes `recordings.json` anew, to be read as a diff.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { systemClock } from "../../src/base/clock.ts";
import { createModel } from "../../src/llm/create.ts";
import { callsOf, type Message } from "../../src/protocol/message.ts";
import type { ChatModel, ChatReply } from "../../src/protocol/model.ts";
import type { Json } from "../doubles/model-check.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { startModelServer, type ModelServer } from "../doubles/model-server.ts";
import { RECORDINGS, type Recording } from "./recordings.ts";
import { ask, requestOf, user } from "./workbench.ts";

const FILE = join(import.meta.dirname, "recordings.json");
const golden = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;

let server: ModelServer;
let reply: DoubleReply = {};
before(async () => {
  server = await startModelServer({ replies: () => reply });
});
after(async () => server.close());

/** Other spellings of the same events, and pieces that split characters and line ends. */
const SPELLINGS: readonly ((body: string) => DoubleReply)[] = [
  (raw) => ({ raw }),
  (body) => ({
    raw: `\uFEFF${body.replaceAll("\n\n", "\n\n: still here\n\n").replaceAll("\n", "\r\n")}`,
    chunkBytes: 5,
  }),
  (body) => ({
    raw: body
      .replaceAll(/^(event: .*)\n(data: .*)$/gm, "$2\n$1")
      .replaceAll(/^(data|event): /gm, "$1:")
      .replaceAll("\n\n", "\nid: 7\nretry: 100\n\n")
      .replaceAll("\n", "\r"),
    chunkBytes: 17,
  }),
  (body) => ({ raw: `:\n\ndata:\n\n${body.trimEnd()}`, chunkBytes: 1_000 }),
];

async function modelOf({ model, path }: Recording): Promise<ChatModel> {
  return createModel({ model, baseUrl: server.origin + path, apiKey: "test-key-0001", clock: systemClock });
}

function isResponses({ model }: Recording): boolean {
  return model === "openai/gpt-5.5";
}

/** The whole answer; extras as objects, so that they can be read. */
function shown({ message, usage, ...rest }: ChatReply): object {
  const own = (value: { readonly extra?: string | undefined }): object =>
    value.extra === undefined ? {} : { extra: JSON.parse(value.extra) as object };
  const blocks = message.blocks.map((block) =>
    block.type === "opaque" ? { opaque: JSON.parse(block.json) as object } : { ...block, ...own(block) },
  );
  return { blocks, ...own(message), usage, ...rest };
}

/** What the next request says of the answer. */
function echoed(body: Json | undefined): unknown {
  const { messages, input, contents } = body as unknown as Record<string, readonly { readonly role?: string }[]>;
  const list = messages ?? input ?? contents ?? [];
  const isOwn = ({ role, type }: { readonly role?: string; readonly type?: string }): boolean =>
    role === "assistant" || role === "model" || ["reasoning", "function_call", "web_search_call"].includes(type ?? "");
  return list.filter(isOwn);
}

for (const [name, recording] of Object.entries(RECORDINGS)) {
  test(name, async () => {
    const model = await modelOf(recording);
    const replies: ChatReply[] = [];
    for (const spell of SPELLINGS) {
      reply = spell(recording.body);
      replies.push(await ask(model));
    }
    const [first, ...others] = replies;
    assert.ok(first !== undefined);
    for (const other of others) assert.deepEqual(other, first);
    reply = { text: "ok" };
    const results = callsOf(first.message).map(({ id }): Message => ({
      role: "tool",
      toolCallId: id,
      content: "done",
      isError: false,
    }));
    const next = first.isPaused === true ? [] : results.length > 0 ? results : [user("Go on.")];
    const refused = server.violations.length;
    const asked = ask(model, requestOf({ messages: [user("Fix it."), first.message, ...next] }));
    // The double of Responses knows only items that it made itself.
    await (isResponses(recording) ? asked.catch(() => {}) : asked);
    if (!isResponses(recording)) assert.deepEqual(server.violations.slice(refused), []);
    const heard = { answer: shown(first), goesBack: echoed(server.requests.at(-1)?.json) };
    if (process.env["UPDATE_GOLDEN"] !== undefined) golden[name] = heard;
    assert.deepEqual(JSON.parse(JSON.stringify(heard)), JSON.parse(JSON.stringify(golden[name] ?? null)));
  });
}

after(() => {
  assert.deepEqual(Object.keys(golden), Object.keys(RECORDINGS));
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(FILE, `${JSON.stringify(golden, null, 2)}\n`);
});
