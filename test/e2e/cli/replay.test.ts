/** `kimi-runner replay` in the built program: a run's own bundle, and one that somebody changed. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callsOf, extraOf } from "../../../src/protocol/message.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { readJournal, seal } from "../../../src/session/journal.ts";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FIX, type Scene } from "../harness.ts";

const command = (text: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command: text } }] });

/** Writes the journal anew with these events, chained like a true one. */
function forge({ bundle }: Scene, change: (event: WireEvent) => WireEvent, version?: 1): void {
  const path = join(bundle, "journal.jsonl");
  const { records } = readJournal(path);
  let prev = "0".repeat(64);
  const lines = records.map(({ v, seq, time, event }) => {
    const { record, line } = seal({ v: version ?? v, seq, time, prev, event: change(event) });
    prev = record.hash;
    return line;
  });
  writeFileSync(path, lines.join(""));
}

test("a run and its resumes replay identically, without the repository, the model or a key", async () => {
  await using scene = await createScene({ replies: [FIX[0]!, command("npm install left-pad"), ...FIX.slice(1)] });
  await scene.run();
  const halfway = await scene.cli(["replay", scene.bundle]);
  assert.match(halfway.stdout, /^✓ \d+ records, 2 requests: identical\n$/);
  const answer = ["--reject", "all", "--why", "use what is there", "--sandbox", "none"];
  assert.equal((await scene.cli(["resume", scene.bundle, ...answer])).code, 0);
  const sent = scene.server.requests.length;
  const before = readFileSync(join(scene.bundle, "journal.jsonl"), "utf8");
  const { code, stdout, stderr } = await scene.cli(["replay", scene.bundle], {
    cwd: "/",
    env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" },
  });
  const { length } = eventsOf(scene.bundle);
  assert.deepEqual([code, stdout, stderr], [0, `✓ ${length} records, 4 requests: identical\n`, ""]);
  assert.equal(scene.server.requests.length, sent);
  assert.equal(readFileSync(join(scene.bundle, "journal.jsonl"), "utf8"), before);
});

test("a forged result passes the check of the chain, and the replay names its record", async () => {
  await using scene = await createScene();
  await scene.run();
  const read = eventsOf(scene.bundle).findIndex(({ type }) => type === "tool.end");
  forge(scene, (event) =>
    event.type === "tool.end" && event.tool === "read_file"
      ? { ...event, result: { ...event.result, text: "src/add.js (empty)" } }
      : event,
  );
  const { code, stdout } = await scene.cli(["replay", scene.bundle]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    new RegExp(`^✗ record ${read + 1} \\(context\\.append\\) differs: messages\\[0\\]\\.content\\n`),
  );
  assert.match(stdout, /\n {2}now: {6}"src\/add\.js \(empty\)"\n$/);
});

test("the replay finds a forged answer of the model, and one by another program", async () => {
  await using scene = await createScene();
  await scene.run();
  const judged = eventsOf(scene.bundle).findIndex(({ type }) => type === "call.judged");
  forge(scene, (event) => {
    if (event.type === "session.begin") return { ...event, program: "kimi-runner 0.0.1" };
    if (event.type !== "context.append") return event;
    const text = JSON.stringify(event).replace('"name":"read_file"', '"name":"search_files"');
    return JSON.parse(text) as WireEvent;
  });
  const { code, stdout, stderr } = await scene.cli(["replay", scene.bundle]);
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`^✗ record ${judged} \\(call\\.judged\\): `));
  assert.match(stderr, /^The session was recorded by kimi-runner 0\.0\.1; this is kimi-runner /);
});

test("a damaged journal is refused with its line", async () => {
  await using scene = await createScene();
  await scene.run();
  const path = join(scene.bundle, "journal.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace("a - b", "a + b"));
  const { code, stderr } = await scene.cli(["replay", scene.bundle]);
  assert.equal(code, 1);
  assert.match(stderr, /^error: The journal is damaged: .*journal\.jsonl:\d+: its hash does not match its content\./);
});

test("a journal that lost records in a power cut is reported as damaged, not as empty", async () => {
  await using scene = await createScene({
    replies: (_: unknown, n: number): DoubleReply => FIX[n] ?? { text: "done" },
  });
  await scene.run();
  const path = join(scene.bundle, "journal.jsonl");
  const whole = readFileSync(path);
  const half = whole.indexOf(10, whole.length / 2) + 1;
  const damages: Readonly<Record<string, Buffer>> = {
    zeros: Buffer.alloc(whole.length),
    empty: Buffer.alloc(0),
    "zero tail": Buffer.from(whole).fill(0, half),
    "zero middle": Buffer.from(whole).fill(0, half, half + 20),
  };
  const said: Record<string, readonly string[]> = {};
  for (const [name, bytes] of Object.entries(damages)) {
    for (const command of ["replay", "view", "verify", "resume"]) {
      if (name === "zero tail" && command === "resume") continue; // it goes on, below
      writeFileSync(path, bytes);
      const { code, stdout, stderr } = await scene.cli([command, scene.bundle]);
      const line = `${stderr}${stdout}`.split("\n").find((text) => /journal|Journal|stopped before/.test(text)) ?? "";
      said[`${command} ${name}`] = [
        String(code),
        line
          .replace(/\/\S*journal\.jsonl:?\d*/, "")
          .replaceAll(/\d+/g, "N")
          .replace(/\. [A-Z].*$/, "."),
      ];
    }
  }
  const none = "error: The journal contains no record: : N zeros stand where records were, as after a power cut.";
  const empty = "error: The journal contains no record: : it is empty.";
  const tail = "N zeros stand where records were, as after a power cut";
  const middle = "zeros stand in the middle of it";
  const early = "The journal ends early: line N: ";
  assert.deepEqual(said, {
    "replay zeros": ["1", none],
    "view zeros": ["1", none],
    "verify zeros": ["1", none],
    "resume zeros": ["1", `error: The journal is damaged: : ${tail}.`],
    "replay empty": ["1", empty],
    "view empty": ["1", empty],
    "verify empty": ["1", empty],
    "resume empty": ["2", `error: The session in ${scene.bundle.replaceAll(/\d+/g, "N")} stopped before it began.`],
    "replay zero tail": ["1", `error: The journal is damaged: : ${tail}.`],
    "view zero tail": ["1", `${early}${tail}.`],
    "verify zero tail": ["1", `✗ journal.jsonl:N: ${tail}`],
    "replay zero middle": ["1", `error: The journal is damaged: : ${middle}.`],
    "view zero middle": ["1", `${early}${middle}.`],
    "verify zero middle": ["1", `✗ journal.jsonl:N: ${middle}`],
    "resume zero middle": ["1", `error: The journal is damaged: : ${middle}.`],
  });
  const records = whole.subarray(0, half).toString("utf8").split("\n").length - 1;
  writeFileSync(path, damages["zero tail"] ?? "");
  const resumed = await scene.cli(["resume", scene.bundle, "--sandbox", "none"]);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.ok(resumed.stderr.includes(`The session continues from its ${records} complete records.`), resumed.stderr);
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
});

/** An event as version 1 had it: text and reasoning in one list, the calls in another, and no origin. */
function asVersion1(event: WireEvent): WireEvent {
  if (event.type !== "context.append") return event;
  const messages = event.messages.map((message) => {
    if (message.role !== "assistant") return message;
    const content = message.blocks.flatMap((block) => {
      if (block.type === "text") return [{ type: "text", text: block.text }];
      return block.type === "think" ? [{ type: "think", text: block.text, ...extraOf(block) }] : [];
    });
    const toolCalls = callsOf(message).map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
    return { role: "assistant", content, toolCalls };
  });
  return { ...event, messages } as unknown as WireEvent;
}

test("a bundle of version 1 is viewed, exported, replayed, resumed with its signed reasoning, and verified", async () => {
  const held = { think: "I need it.", signature: "c2ln", text: "First this.", ...command("npm install left-pad") };
  await using scene = await createScene({ provider: "anthropic", replies: [held, ...FIX] });
  assert.equal((await scene.run()).code, 4);
  forge(scene, asVersion1, 1);
  const viewed = await scene.cli(["view", scene.bundle]);
  assert.match(viewed.stdout, /First this\.[^]*npm install left-pad/);
  const exported = await scene.cli(["export", scene.bundle]);
  assert.match(exported.stdout, /First this\.[^]*npm install left-pad/);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.match(replayed.stdout, /^✓ \d+ records, 1 requests?: identical\n$/, replayed.stderr);
  const answer = ["--reject", "all", "--why", "use what is there", "--sandbox", "none"];
  const resumed = await scene.cli(["resume", scene.bundle, ...answer]);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(JSON.stringify(scene.server.requests[1]?.json), /"thinking":"I need it\.","signature":"c2ln"/);
  assert.deepEqual(scene.server.violations, []);
  assert.deepEqual(
    new Set(readJournal(join(scene.bundle, "journal.jsonl")).records.map(({ v }) => v)),
    new Set([1, 2]),
  );
  const verified = await scene.cli(["verify", scene.bundle]);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  const again = await scene.cli(["replay", scene.bundle]);
  assert.match(again.stdout, /^✓ \d+ records, 4 requests: identical\n$/, again.stderr);
});
