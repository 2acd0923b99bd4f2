import assert from "node:assert/strict";
import { test } from "node:test";
import { SKIP_SEALED } from "../doubles/cell.ts";
import { nap, survivors } from "../doubles/processes.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const started = (id: string, command: string): object => ({
  text: `${id} runs in the background. You are told when it ends; background_command shows its output.`,
  events: [{ type: "background.start", id, command }],
});

function actions(bench: Workbench) {
  return {
    start: (command: string, more: object = {}) =>
      bench.call("execute_command", { command, run_in_background: true, ...more }),
    list: () => bench.call("background_command", { action: "list" }),
    output: (id: string, wait?: number) => bench.call("background_command", { action: "output", id, wait }),
    stop: (id: string) => bench.call("background_command", { action: "stop", id }),
  };
}

for (const want of ["none", "sealed"] as const) {
  test(
    `a command in the background: started, listed, read, stopped (${want})`,
    { skip: want === "sealed" && SKIP_SEALED },
    async () => {
      const sleep = nap(want === "sealed" ? 64.1 : 64.2);
      const bench = await openWorkbench({ "sub/a.txt": "hi" }, { want });
      const { start, list, output, stop } = actions(bench);
      assert.deepEqual(await list(), { text: "No background command was started." });
      assert.deepEqual(await start("cat a.txt; exit 3", { cwd: "sub" }), started("bg1", "cat a.txt; exit 3"));
      assert.deepEqual(await start(sleep), started("bg2", sleep));
      assert.deepEqual(
        await start(`setsid ${sleep}\n# a daemon`, { timeout: 86_400 }),
        started("bg3", `setsid ${sleep} # a daemon`),
      );
      assert.deepEqual(await output("bg1", 600), { text: "hi\n[bg1: exit 3]" });
      assert.deepEqual(await output("bg2"), { text: "[bg2: running]" });
      assert.deepEqual(await stop("bg2"), { text: "bg2 has ended: ended by SIGINT." });
      assert.deepEqual(await stop("bg1"), { text: "bg1 has ended: exit 3." });
      assert.deepEqual(await list(), {
        text: `bg1 (in sub): exit 3: cat a.txt; exit 3\nbg2: ended by SIGINT: ${sleep}\nbg3: running: setsid ${sleep} # a daemon`,
      });
      await bench[Symbol.asyncDispose]();
      assert.deepEqual(await survivors(sleep), []);
    },
  );
}

test("a timeout of its own", async () => {
  await using bench = await openWorkbench({ a: "" });
  const { start, output } = actions(bench);
  await start("echo begun; sleep 65.1", { timeout: 1 });
  assert.deepEqual(await output("bg1", 60), { text: "begun\n[bg1: killed at its timeout]" });
});

test("a list shows the newest twenty that ended", async () => {
  await using bench = await openWorkbench({ a: "" });
  const { start, list, output } = actions(bench);
  await start("sleep 65.2");
  for (let n = 2; n <= 23; n += 1) {
    await start("true");
    await output(`bg${n}`, 10);
  }
  const lines = (await list()).text.split("\n");
  assert.deepEqual(
    [lines.length, ...lines.slice(0, 3), lines.at(-1)],
    [22, "[2 that ended earlier left out]", "bg1: running: sleep 65.2", "bg4: exit 0: true", "bg23: exit 0: true"],
  );
});

test("what is planned is what is judged: a command like any, its looks and its end without a rule", async () => {
  await using bench = await openWorkbench({ "sub/a": "" });
  const plan = async (tool: string, input: object): Promise<object> => {
    const { run: _, ...rest } = await bench.plan(tool, input);
    return rest;
  };
  assert.deepEqual(await plan("execute_command", { command: "npm start", cwd: "sub", run_in_background: true }), {
    access: "write",
    capabilities: [{ kind: "exec", command: "npm start", cwd: "sub" }],
    summary: "run npm start in the background (in sub)",
    preview: "npm start",
  });
  const free = { capabilities: [] };
  assert.deepEqual(await plan("background_command", { action: "list" }), {
    ...free,
    access: "read",
    summary: "list background commands",
  });
  assert.deepEqual(await plan("background_command", { action: "output", id: "bg1", wait: 5 }), {
    ...free,
    access: "read",
    summary: "output of bg1, waiting at most 5 s",
  });
  assert.deepEqual(await plan("background_command", { action: "stop", id: "bg1" }), {
    ...free,
    access: "write",
    summary: "stop bg1",
  });
});

test("what cannot be done is refused with what can", async () => {
  await using bench = await openWorkbench({ a: "" });
  const { output, stop } = actions(bench);
  const refused = async (call: Promise<unknown>, message: string, hint: string): Promise<void> =>
    await assert.rejects(call, { code: "tool.input", message, hint });
  const accepted = 'Accepted: {action: "list" | "output" | "stop", id?: string, wait?: integer 0..600}.';
  const unknown = 'There is no background command "bg1".';
  await refused(output("bg1"), unknown, "None was started in this run.");
  await bench.call("execute_command", { command: "true", run_in_background: true });
  await refused(stop("bg7"), 'There is no background command "bg7".', "There are: bg1.");
  await refused(
    bench.call("background_command", { action: "kill" }),
    'background_command: action: expected "list" | "output" | "stop", got "kill".',
    accepted,
  );
  await refused(output("bg1", 601), "background_command: wait: expected at most 600, got 601.", accepted);
  await refused(
    bench.call("background_command", { action: "stop" }),
    "stop needs an id.",
    "Give the id that execute_command answered; list shows them all.",
  );
  await refused(
    bench.call("execute_command", { command: "a", timeout: 601 }),
    "timeout: expected at most 600 for a command that is waited for, got 601.",
    "Use run_in_background for what takes longer.",
  );
  await assert.rejects(bench.plan("execute_command", { command: "a", timeout: 86_401, run_in_background: true }), {
    code: "tool.input",
    message: "execute_command: timeout: expected at most 86400, got 86401.",
  });
});
