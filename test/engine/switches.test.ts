/** What stands behind a switch of the mode in one message was written under other rules than would hold when it runs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createHarness, resultsOf, testTool, type HarnessOptions } from "../doubles/turn.ts";

const call = (name: string) => ({ name, arguments: {} });

function harnessOf(names: readonly string[], more: Partial<HarnessOptions> = {}) {
  const ran: string[] = [];
  const tool = (name: string, access: "read" | "write") =>
    testTool({
      name,
      access,
      run: async () => {
        ran.push(name);
        return { text: name };
      },
    });
  const switches = ["switch_mode", "exit_plan_mode"].map((name) => ({ ...tool(name, "write"), isSwitch: true }));
  const harness = createHarness({
    replies: [{ calls: names.map(call) }, { text: "done" }],
    tools: [tool("look", "read"), tool("write", "write"), ...switches],
    ...more,
  });
  return { harness, ran };
}

const notRun = (name: string) =>
  `Error: not run: ${name} changes the rules for later calls. Resend this call in its own message.`;

test("calls after a switch do not run; calls before it do", async () => {
  for (const name of ["switch_mode", "exit_plan_mode"]) {
    const { harness, ran } = harnessOf(["look", name, "write", name, "nosuch"]);
    assert.deepEqual(await harness.run(), { stop: "end_turn", text: "done" });
    assert.deepEqual(ran, ["look", name]);
    assert.deepEqual(resultsOf(harness.messages()), [
      "call_1_0: look",
      `call_1_1: ${name}`,
      ...[2, 3, 4].map((index) => `call_1_${index} (error): ${notRun(name)}`),
    ]);
    const judged = harness.events.flatMap((event) => (event.type === "call.judged" ? [event.tool] : []));
    assert.deepEqual(judged, ["look", name], "it is no denial either");
  }
});

test("a switch that was refused changes nothing for what stands behind it", async () => {
  let calls = 0;
  const { harness, ran } = harnessOf(["switch_mode", "write"], {
    decide: () => ((calls += 1) === 1 ? { verdict: "reject", rule: "stay" } : { verdict: "approve", rule: "all" }),
  });
  await harness.run();
  assert.deepEqual(ran, ["write"]);
});

test("a process that ended behind the switch leaves the rest of the message undone as well", async () => {
  for (const last of ["tool.begin", "tool.end"] as const) {
    const whole = harnessOf(["switch_mode", "write"]).harness;
    await whole.run();
    const killAfter = whole.events.findIndex(({ type }) => type === last) + 1;
    const killed = harnessOf(["switch_mode", "write"], { killAfter }).harness;
    await assert.rejects(killed.run(), { message: "killed" });
    const { harness, ran } = harnessOf([], { replies: [{ text: "done" }], previous: killed.events });
    assert.deepEqual(await harness.resume(), { stop: "end_turn", text: "done" });
    assert.deepEqual(ran, []);
    assert.equal(resultsOf(harness.messages())[1], `call_1_1 (error): ${notRun("switch_mode")}`);
  }
});
