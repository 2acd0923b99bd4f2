/** Modes and plan mode where the conversation is not one line: behind a compaction, a D-Mail, and the end of a process. */

import assert from "node:assert/strict";
import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, FIX, type Scene } from "../harness.ts";

const call = (name: string, args: object): DoubleCall => ({ name, arguments: args });
const says = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });
const read = (path: string): DoubleReply => says(call("read_file", { files: [{ path }] }));
const edit = (to: string): DoubleReply =>
  says(
    call("apply_diff", {
      path: "src/add.js",
      diff: `<<<<<<< SEARCH\nexport const add = (a, b) => a - b;\n=======\n${to}\n>>>>>>> REPLACE`,
    }),
  );
const PLAN = says(call("exit_plan_mode", { plan: "Change the sign.\nRun the test." }));
const CODE = says(call("switch_mode", { mode: "code", reason: "the plan stands" }));
const SUMMARY: DoubleReply = { text: "<current_focus>\nThe sign.\n</current_focus>" };
/** Of the 128,000 tokens that are assumed for a model nobody knows, three quarters are full. */
const full = (reply: DoubleReply): DoubleReply => ({
  ...reply,
  usage: { prompt_tokens: 100_000, completion_tokens: 20, total_tokens: 100_020 },
});

interface Body {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}
const bodyOf = (scene: Scene, n: number) => scene.server.requests[n]?.json as unknown as Body;
const lastOf = (scene: Scene, n: number) => bodyOf(scene, n).messages.at(-1)?.content ?? "";
/** What the runner carried over behind the summary that request `n` begins with. */
const carriedOver = (scene: Scene, n: number): string => {
  const summary = bodyOf(scene, n).messages.find(({ content }) => content?.startsWith("[Earlier messages were"));
  return summary?.content?.split("</current_focus>\n\n")[1] ?? "";
};
const planned = (scene: Scene, args: readonly string[] = []) =>
  scene.cli([
    "run",
    "/plan fix the failing test",
    "--model",
    "openai/test-model",
    "--bundle",
    scene.bundle,
    "--sandbox",
    "none",
    ...args,
  ]);

test("after a compaction the model is told that plan mode is on, and later its mode and the accepted plan", async () => {
  await using scene = await createScene({
    files: { ...FILES, "src/big.txt": `${"long ".repeat(15)}\n`.repeat(300) },
    replies: [
      read("src/big.txt"),
      read("package.json"),
      full(read("src/add.js")),
      SUMMARY,
      PLAN,
      CODE,
      read("package.json"),
      full(read("src/add.js")),
      SUMMARY,
      ...FIX.slice(1),
    ],
  });
  const { code, stderr } = await planned(scene, ["--mode", "architect"]);
  assert.equal(code, 0, stderr);
  assert.match(carriedOver(scene, 4), /^Plan mode is on: nothing may be written, [^\n]+$/);
  assert.match(
    carriedOver(scene, 9),
    /^You are in code mode now\. [^\n]+\n\nThe plan that was accepted:\nChange the sign\.\nRun the test\.$/,
  );
});

test("a D-Mail to a checkpoint in plan mode turns plan mode on again, and restores no files", async () => {
  const mail = (checkpoint: number) =>
    says(call("send_dmail", { checkpoint_id: checkpoint, message: "Plan again.", restore_files: true }));
  const wrong = edit("export const add = (a, b) => a * b;");
  const write = says(call("write_to_file", { path: "src/new.js", content: "export {};" }));
  await using scene = await createScene({
    replies: [read("src/add.js"), mail(1), PLAN, wrong, mail(3), write, PLAN, read("src/add.js"), ...FIX.slice(1)],
  });
  const { code, stderr } = await planned(scene, ["--agent", "okabe"]);
  assert.equal(code, 0, stderr);
  assert.ok(
    bodyOf(scene, 2).messages.some(
      ({ content }) =>
        content ===
        "Error: send_dmail: restore_files is refused: plan mode is on, and nothing may be written. Send it without restore_files; the files stay as they are.",
    ),
  );
  assert.ok(bodyOf(scene, 5).messages.every(({ content }) => !content?.includes("The plan is accepted.")));
  const rejected = bodyOf(scene, 6).messages.findLast(({ role }) => role === "tool");
  assert.match(rejected?.content ?? "", /^Error: rejected by builtin:plan-mode: /);
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => {
      if (event.type === "plan.mode") return [`plan mode ${event.on ? "on" : "off"}`];
      return event.type === "mail.sent" ? ["mail"] : [];
    }),
    ["plan mode on", "plan mode off", "mail", "plan mode on", "plan mode off"],
  );
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("after plan mode was on the tools stay the same, also in a resumed session", async () => {
  await using scene = await createScene({
    replies: [PLAN, says(call("execute_command", { command: "touch src/a" })), ...FIX],
  });
  const first = await planned(scene);
  assert.equal(first.code, 4, first.stderr);
  const answer = ["--reject", "all", "--why", "not needed", "--sandbox", "none"];
  const second = await scene.cli(["resume", scene.bundle, ...answer]);
  assert.equal(second.code, 0, second.stderr);
  assert.match(lastOf(scene, 2), /^Error: rejected by answer by .*: not needed\./);
  const tools = bodyOf(scene, 0).tools?.map((tool) => tool.function.name);
  assert.ok(tools?.includes("exit_plan_mode"));
  assert.deepEqual(bodyOf(scene, 2).tools, bodyOf(scene, 0).tools);
});

/** Both were judged in code mode once, and the file was written in a mode that writes only Markdown. */
test("an edit after a switch of the mode in the same message does not run by the rules of the earlier mode", async () => {
  const write = call("write_to_file", { path: "src/new.js", content: "export {};\n" });
  const architect = call("switch_mode", { mode: "architect", reason: "to plan" });
  await using scene = await createScene({
    replies: [says(architect, write), says(write), says(call("attempt_completion", { result: "Planned." }))],
  });
  const { code, stderr } = await scene.run(["--mode", "code"]);
  assert.equal(code, 0, stderr);
  assert.match(lastOf(scene, 1), /^Error: not run: switch_mode changes the rules /);
  assert.match(lastOf(scene, 2), /^Error: architect: src\/new\.js may not be written\./);
  assert.equal(scene.repository.git("status", "--porcelain"), "");
  assert.equal((await scene.cli(["replay", scene.bundle])).code, 0);
});

test("what a command changes in plan mode is taken back, whatever it was approved for", async () => {
  const status = says(call("execute_command", { command: "git status --short" }));
  await using scene = await createScene({ replies: [status, status, PLAN, ...FIX] });
  const { repository } = scene;
  // In a cell without walls git runs what the repository's owner set up.
  repository.write(".git/info/attributes", "*.js filter=planted\n");
  repository.write(".git/planted.sh", "echo planted >> planted.txt; cat; echo //\n");
  repository.git("config", "filter.planted.clean", "sh .git/planted.sh");
  utimesSync(join(repository.dir, "src/add.js"), 1, 1);
  const { code, stderr } = await planned(scene);
  assert.equal(code, 0, stderr);
  const told =
    "Plan mode is on: a call of this message changed files of the workspace. They are as before, and every process has ended.";
  assert.ok(lastOf(scene, 1).includes(told), lastOf(scene, 1));
  assert.ok(!readFileSync(join(scene.bundle, "changes.patch"), "utf8").includes("planted"));
});
