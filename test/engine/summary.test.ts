/** What a compaction keeps of a conversation that did not begin with the task. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { divide } from "../../src/engine/summary.ts";
import type { Message } from "../../src/protocol/message.ts";

const said = (content: string): Message => ({ role: "user", content });
const imported = (content: string): Message => ({ role: "user", content, synthetic: true });
const answer = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }], toolCalls: [] });

/** The first words of an imported conversation were kept as the task, and the task itself was condensed. */
test("the task is what a person of this session asked, not what an imported conversation begins with", () => {
  const history = [imported("old"), answer("old answer")];
  const own = [said("task"), answer("one"), answer("two"), answer("three")];
  assert.deepEqual(divide([...history, ...own]), {
    task: said("task"),
    earlier: [...history, answer("one")],
    tail: [answer("two"), answer("three")],
  });
});

test("an imported conversation is condensed before the first step as well; the task is among the newest then", () => {
  const messages = [imported("old"), answer("one"), answer("two"), said("task")];
  assert.deepEqual(divide(messages), {
    task: imported("old"),
    earlier: [answer("one")],
    tail: [answer("two"), said("task")],
  });
});
