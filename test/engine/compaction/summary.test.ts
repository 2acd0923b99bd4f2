/** What a compaction keeps of a conversation that did not begin with the task. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { divide } from "../../../src/engine/compaction/summarise.ts";
import type { Message } from "../../../src/protocol/message.ts";
import type { ChatRequest } from "../../../src/protocol/model.ts";

const said = (content: string): Message => ({ role: "user", content });
const imported = (content: string): Message => ({ role: "user", content, synthetic: true });
const answer = (text: string): Message => ({ role: "assistant", blocks: [{ type: "text", text }] });
/** One token per character. */
const model = {
  window: 1000,
  estimate: ({ messages }: ChatRequest): number =>
    messages.reduce((sum, message) => sum + (message.role === "assistant" ? 0 : message.content.length), 0),
};

/** The first words of an imported conversation were kept as the task, and the task itself was condensed. */
test("the task is what a person of this session asked, not what an imported conversation begins with", () => {
  const history = [imported("old"), answer("old answer")];
  const own = [said("task"), answer("one"), answer("two"), answer("three")];
  assert.deepEqual(divide([...history, ...own], model), {
    task: said("task"),
    asked: [],
    earlier: [...history, answer("one")],
    tail: [answer("two"), answer("three")],
  });
});

test("an imported conversation is condensed before the first step as well; the task is among the newest then", () => {
  const messages = [imported("old"), answer("one"), answer("two"), said("task")];
  assert.deepEqual(divide(messages, model), {
    task: imported("old"),
    asked: [],
    earlier: [answer("one")],
    tail: [answer("two"), said("task")],
  });
});

/** A session of several prompts once kept its first prompt alone: the one at hand was condensed, and the first done again. */
test("what people asked since stays as well: the newest, and of the rest what fits, each once", () => {
  const long = said("x".repeat(200));
  const mark = imported("<system>CHECKPOINT 3</system>");
  const asked = [said("first"), long, said("use tabs"), said("first"), said("use tabs"), said("now the docs")];
  const messages = asked.flatMap((message, n) => [message, mark, answer(`a${n}`)]);
  assert.deepEqual(divide([...messages, answer("one"), mark, answer("two")], model), {
    task: said("first"),
    asked: [long, said("use tabs"), said("now the docs")],
    earlier: [
      answer("a0"),
      answer("a1"),
      said("use tabs"),
      answer("a2"),
      said("first"),
      ...[3, 4, 5].map((n) => answer(`a${n}`)),
    ],
    tail: [answer("one"), answer("two")],
  });
  const huge = said("y".repeat(300));
  assert.deepEqual(divide([said("first"), answer("a"), long, huge, answer("one"), answer("two")], model)?.asked, [
    huge,
  ]);
});
