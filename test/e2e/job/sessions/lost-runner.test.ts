/**
 * A job whose steps change no file, killed with its runner: at most five answers are asked for again, the status tells the true step,
 * and the day's ledger forgets no money that may have been spent. KIMI_TESTS=full kills after every fifth step.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { parseLedger } from "../../../../src/spending/spending.ts";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import { IS_FULL } from "../../../doubles/size.ts";
import { FILES } from "../../harness.ts";
import { job, keptRefs, lastReply, namesOf, openIssue, start } from "../answers/answer-scene.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";
import { ageLease } from "./kept-edit.ts";

const POLICY = `version: 1
default: reject
rules:
  - { id: all, approve: { read: ["**"], write: ["**"], exec: ["echo **"] } }
sandbox: { minimum: none, unsealed: patterns }
limits: { cost_usd_per_day: 50 }
models: { "openai/test-model": { price: { input: 10, output: 10 } } }
`;
const STEPS = 30;
const ANSWER_USD = 0.1;
const usage = { prompt_tokens: 9_000, completion_tokens: 1_000, total_tokens: 10_000 };

/** How many answers of the model a request has. */
const answersIn = ({ json }: { readonly json: unknown }): number =>
  (json as { readonly messages: readonly { readonly role: string }[] }).messages.filter(
    ({ role }) => role === "assistant",
  ).length;

/** Step n reads, or runs a command that changes nothing. */
function reply(n: number): DoubleReply {
  if (n > STEPS) return { text: "There is nothing to change.", usage };
  const command = { name: "execute_command", arguments: { command: `echo ${n}` } };
  const read = { name: "read_file", arguments: { files: [{ path: "src/add.js", line_ranges: [[1, n]] }] } };
  return { calls: [n % 2 === 0 ? command : read], usage };
}

async function ledgerOf({ github }: JobScene) {
  const entries = parseLedger(
    await github.git(REPOSITORY, "cat-file", "blob", "refs/kimi/ledger:ledger.json"),
    "ledger",
  );
  const sum = (name: "costUsd" | "reservedUsd"): number => entries.reduce((total, entry) => total + entry[name], 0);
  return { costUsd: sum("costUsd"), reservedUsd: sum("reservedUsd") };
}

/** Lets the lease of the killed job run out. Returns the id of its session. */
async function ageSession(scene: JobScene): Promise<string> {
  const ref = namesOf(await keptRefs(scene)).find((name) => name.startsWith("refs/kimi/sessions/"));
  const session = ref?.slice("refs/kimi/sessions/".length) ?? "";
  await ageLease(scene, session, 21);
  return session;
}

for (const last of IS_FULL ? [5, 10, 15, 20, 25, 30] : [10, 25]) {
  test(`killed after ${last} of ${STEPS} steps that change no file`, async () => {
    let isKilled = false;
    const begun: number[] = [];
    await using scene = await createJobScene({
      files: { ...FILES, ".github/kimi-policy.yml": POLICY },
      replies: (request) => {
        const n = answersIn(request);
        begun.push(n);
        return n === last && !isKilled ? { delayMs: 60_000 } : reply(n + 1);
      },
    });
    const { github } = scene;
    const number = openIssue(scene);
    const running = start(scene, { number, body: "/kimi fix", id: 5000, isKilled: true });
    await running.until("the last request", () => begun.includes(last));
    // The status comment is written once in five seconds.
    const isTold = (): boolean => ownComments(github, number)[0]?.includes(`${last + 1} of 100 steps`) === true;
    await running.until("the status comment", isTold);
    await scene.command(number, "/kimi status", "alice", job(5001));
    assert.match(lastReply(scene, number), new RegExp(`\\D${last + 1} of 100 steps · [\\d,]+ tokens · \\$`));
    running.kill("SIGKILL");
    assert.equal((await running.end).signal, "SIGKILL");
    isKilled = true;
    const paid = begun.length * ANSWER_USD;

    await ageSession(scene);
    const asked = begun.length;
    const end = await scene.command(number, "/kimi resume", "alice", job(5002));
    assert.equal(end.code, 0, end.log);
    const [first = 0] = begun.slice(asked);
    assert.ok(first >= last - 5, `${first} of ${last} answers`);
    const { costUsd, reservedUsd } = await ledgerOf(scene);
    const more = (begun.length - asked) * ANSWER_USD;
    assert.equal(reservedUsd, 0);
    assert.ok(costUsd >= paid + more - ANSWER_USD, `$${costUsd} of $${paid + more}`);
    assert.ok(costUsd <= paid + more + 1.5, `$${costUsd} of $${paid + more}`);
  });
}

const TASK = "CODER count";
const CODER_STEPS = 12;

/** The main agent gives everything to a subagent, and after the kill ends with what that one left. */
function coderReply({ json }: { readonly json: unknown }): DoubleReply {
  const { messages } = json as { readonly messages: readonly { readonly role: string; readonly content?: unknown }[] };
  const said = JSON.stringify(messages);
  const n = answersIn({ json }) + 1;
  if (messages.some(({ role, content }) => role === "user" && String(content).includes(TASK))) {
    if (n >= CODER_STEPS) return { delayMs: 60_000 };
    return { calls: [{ name: "write_to_file", arguments: { path: `src/step-${n}.txt`, content: `${n}\n` } }], usage };
  }
  if (!said.includes("was at work when the run was cut off"))
    return { calls: [{ name: "new_task", arguments: { agent: "coder", message: TASK } }], usage };
  return { text: "It was cut off.", usage };
}

test("killed while a subagent works: at most five of its steps are lost", async () => {
  const begun: number[] = [];
  await using scene = await createJobScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY },
    replies: (request) => {
      begun.push(answersIn(request));
      return coderReply(request);
    },
  });
  const { github } = scene;
  const number = openIssue(scene);
  const running = start(scene, { number, body: "/kimi fix", id: 5000, isKilled: true });
  await running.until("the last request of the subagent", () => begun.includes(CODER_STEPS - 1));
  await delay(2_000);
  running.kill("SIGKILL");
  assert.equal((await running.end).signal, "SIGKILL");
  const session = await ageSession(scene);
  const end = await scene.command(number, "/kimi resume", "alice", job(5001));
  assert.equal(end.outputs["session"], session, end.log);
  const names = await github.git(REPOSITORY, "ls-tree", "--name-only", `${end.outputs["branch"] ?? ""}:src`);
  const kept = names.split("\n").filter((name) => name.startsWith("step-")).length;
  assert.ok(kept >= CODER_STEPS - 1 - 5, `${kept} of ${CODER_STEPS - 1} files`);
});
