/** Every way a run can end: its outcome, exit code and message, and the work kept. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventsOf, outcomeOf, runCli, temporaryDir } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScene, FILES, FIX, POLICY } from "../harness.ts";

const command = (text: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command: text } }] });

test("a run that finished and did nothing, because all was rejected or failed, is not a green one", async () => {
  const missing: DoubleReply = { calls: [{ name: "read_file", arguments: { files: [{ path: "none.js" }] } }] };
  await using scene = await createScene({ replies: [command("curl https://example.com"), missing, { text: "Done." }] });
  const { code, stderr } = await scene.run();
  const { outcome, reason, text } = outcomeOf(scene.bundle);
  assert.deepEqual(
    { code, outcome, reason, text },
    {
      code: 1,
      outcome: "rejected",
      reason: "The model finished, and nothing was done: 1 call was rejected and 1 failed.",
      text: "Done.",
    },
  );
  assert.match(stderr, /■ rejected: The model finished, and nothing was done: 1 call was rejected and 1 failed\./);
});

test("a model that ends without a word after its work has finished: the work is in the checkout", async () => {
  await using scene = await createScene({ replies: [...FIX.slice(0, 2), {}, {}] });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /■ completed: The model finished\. It ended without a word\./);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical/);
});

test("a deferred command stops the run, and its answer lets the run continue where it was", async () => {
  await using scene = await createScene({ replies: [FIX[0]!, command("npm install left-pad"), ...FIX.slice(1)] });
  const first = await scene.run();
  assert.equal(first.code, 4);
  assert.match(first.stderr, /⏸ [0-9a-f]{12} run npm install left-pad \(default\)/);
  assert.match(first.stderr, /■ deferred: 1 action waits for an answer\./);
  const [, digest] = /--approve ([0-9a-f]{12}) --sandbox none\n/.exec(first.stderr) ?? [];
  assert.equal(outcomeOf(scene.bundle)["outcome"], "deferred");
  assert.equal(scene.server.requests.length, 2);

  const wrong = await scene.cli(["resume", scene.bundle, "--approve", "0123456789ab", "--sandbox", "none"]);
  assert.equal(wrong.code, 2);
  assert.ok(wrong.stderr.includes(`No single held action has the digest 0123456789ab. Held: ${digest}`), wrong.stderr);

  const second = await scene.cli([
    "resume",
    scene.bundle,
    "--reject",
    digest!,
    "--why",
    "use what is there",
    "--sandbox",
    "none",
  ]);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stderr, /■ completed: The model finished\./);
  assert.deepEqual(scene.server.violations, []);
  assert.equal(outcomeOf(scene.bundle)["steps"], 4);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  const told = JSON.stringify(scene.server.requests[2]?.json);
  assert.ok(told.includes("use what is there"), told);
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);

  const again = await scene.cli(["resume", scene.bundle, "--approve", "all", "--sandbox", "none"]);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /^error: This session is over: completed\. The model finished\./);
});

test("the time limit ends a running command", async () => {
  await using scene = await createScene({
    replies: [command("sleep 60")],
    files: {
      ...FILES,
      ".github/kimi-policy.yml": `${POLICY}limits: { minutes: 1 }\n`.replace("default: defer", "default: approve"),
    },
  });
  const { code, stderr } = await scene.run(["--max-minutes", "0.03"]);
  assert.equal(code, 3);
  assert.match(stderr, /■ limit_time: The limit of 0\.03 minutes is reached\./);
});

test("a flag cannot raise a limit of the policy", async () => {
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": `${POLICY}limits: { steps: 5 }\n` },
  });
  const { code, stderr } = await scene.run(["--max-steps", "6"]);
  assert.equal(code, 2);
  assert.equal(
    stderr,
    "error: --max-steps 6 is above the policy's limit of 5. Give 5 or less, or raise the limit in the policy.\n",
  );
});

test("a money limit with a model of unknown price is refused before anything is sent", async () => {
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": `${POLICY}limits: { cost_usd: 1 }\n` },
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 2);
  assert.match(stderr, /A limit of \$1 is set, but the price of openai\/test-model is not known\./);
  assert.equal(scene.server.requests.length, 0);
});

test("a rejected command is told to the model, a stream that breaks off is tried again, and nothing of it is kept", async () => {
  const cut: DoubleReply = { text: "PARTIAL answer that is cut off somewhere", cutAfterBytes: 300 };
  await using scene = await createScene({ replies: [command("curl https://example.com"), cut, ...FIX] });
  const { code, stdout, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /⊘ run curl https:\/\/example\.com — rejected by no-net: no network/);
  const told = JSON.stringify(scene.server.requests[1]?.json);
  assert.ok(told.includes("Error: rejected by no-net: no network. This is final."), told);
  assert.match(stderr, /↻ attempt 1 failed/);
  assert.ok(!`${stdout}${readFileSync(join(scene.bundle, "journal.jsonl"), "utf8")}`.includes("PARTIAL"));
  assert.equal(scene.server.requests[1]?.body, scene.server.requests[2]?.body);
});

test("a 429 storm ends as provider_unavailable, exit 75, when patience is over", async () => {
  const busy: DoubleReply = { status: 429, headers: { "retry-after": "0" }, body: `{"error":{"message":"slow down"}}` };
  await using scene = await createScene({ replies: [FIX[0]!, ...Array.from({ length: 20 }, () => busy)] });
  const { code, stderr } = await scene.run(["--max-patience", "0.02"]);
  assert.equal(code, 75);
  assert.match(
    stderr,
    /■ provider_unavailable: No answer from openai\/test-model \(\d attempts in \d s; the patience of 0.02 minutes is over\)/,
  );
  const waits = eventsOf(scene.bundle).filter(({ type }) => type === "step.retry").length;
  assert.equal(scene.server.requests.length, waits + 2);
  assert.deepEqual(outcomeOf(scene.bundle)["unanswered"], { paid: 0, free: waits + 1, tokens: 0, costUsd: 0 });
  assert.equal(outcomeOf(scene.bundle)["steps"], 1, "requests that were refused are no steps");
});

test("an account without credit is not tried again", async () => {
  const broke: DoubleReply = {
    status: 429,
    body: `{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}`,
  };
  await using scene = await createScene({ replies: [broke] });
  const { code, stderr } = await scene.run();
  assert.equal(code, 2);
  assert.match(stderr, /■ config_error: The account of OPENAI_API_KEY has no quota left.* Add credit or use ano/);
  assert.equal(scene.server.requests.length, 1);
});

test("a key without rights and a model that is not there are settings; a wrong request is a failure", async () => {
  const refused = async (status: number) => {
    await using scene = await createScene({ replies: [{ status, body: `{"error":{"message":"no"}}` }] });
    const { code } = await scene.run();
    return [code, outcomeOf(scene.bundle)["outcome"]];
  };
  assert.deepEqual(await Promise.all([403, 404, 402, 400].map(refused)), [
    ...Array.from({ length: 3 }, () => [2, "config_error"]),
    [1, "failed"],
  ]);
});

test("a policy with a typo refuses the run and says where", async () => {
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace("default:", "defualt:") },
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 2);
  assert.match(
    stderr,
    /error: \.github\/kimi-policy\.yml:2:1: defualt: unknown key "defualt"; did you mean "default"\? .* Nothing runs until/,
  );
  assert.equal(scene.server.requests.length, 0);
});

test("a missing key, an unknown provider, a wrong flag, no repository, no commit, no prompt", async () => {
  await using scene = await createScene();
  const expectError = async (args: readonly string[], message: RegExp, more = {}) => {
    const { code, stderr } = await scene.cli(args, more);
    assert.match(stderr, message);
    assert.equal(code, 2, stderr);
  };
  await expectError(
    ["run", "x", "--model", "kimi/kimi-k2.6"],
    /^error: No API key for kimi: KIMI_API_KEY is not set\. Set KIMI_API_KEY, or pass --api-key, or the action's input api-key\.\n$/,
  );
  await expectError(["run", "x", "--model", "acme/1"], /^error: .*acme\/1\. Known providers: kimi, openai, /);
  await expectError(["run", "x", "--stpes", "3"], /^error: Unknown option '--stpes'\. Did you mean --max-steps\?$/m);
  await expectError(["run", "x", "--max-steps", "many"], /^error: --max-steps many is not a number above zero\./);
  await expectError(
    ["run", "x", "--sandbox", "weak"],
    /^error: --sandbox weak is not known\. Accepted: sealed, separate, none\.\n$/,
  );
  await expectError(["run"], /^error: There is no prompt\./);
  await expectError(["run", "--hlep"], /^error: Unknown option '--hlep'\. Did you mean --help\?\n$/);
  await expectError(["rnu"], /^error: Unknown command: rnu\. Did you mean run\?\n$/);
  using empty = temporaryDir();
  await expectError(["run", "x", "--model", "openai/m"], /is not in a git repository/, { cwd: empty.dir });
  using unborn = createRepository();
  await expectError(["run", "x", "--model", "openai/m"], /has no commit/, { cwd: unborn.dir });
});

for (const [signal, exit] of [
  ["SIGHUP", 129],
  ["SIGQUIT", 131],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  test(`${signal} in the middle of a command saves the work`, async () => {
    await using scene = await createScene({
      replies: [FIX[0]!, { calls: [FIX[1]!.calls![0]!] }, command("sleep 60")],
      files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace("default: defer", "default: approve") },
    });
    let isSent = false; // a second one would leave at once
    const { code, stderr } = await scene.run([], {
      onStderr: (text, child) => {
        if (isSent || !text.includes("run sleep 60")) return;
        isSent = true;
        setTimeout(() => child.kill(signal), 200);
      },
    });
    assert.equal(code, exit, stderr);
    assert.match(stderr, new RegExp(`■ interrupted: Stopped by ${signal}\\.`));
    assert.match(
      readFileSync(join(scene.bundle, "changes.patch"), "utf8"),
      /^\+export const add = \(a, b\) => a \+ b;$/m,
    );
    assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
  });
}

test("after kill -9 the bundle can still be read up to the last record", async () => {
  await using scene = await createScene({
    replies: [FIX[0]!, command("sleep 60")],
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace("default: defer", "default: approve") },
  });
  const end = await scene.run([], {
    onStderr: (text, child) => {
      if (text.includes("run sleep 60")) setTimeout(() => child.kill("SIGKILL"), 200);
    },
  });
  assert.equal(end.signal, "SIGKILL");
  const viewed = await scene.cli(["view", scene.bundle]);
  assert.equal(viewed.code, 0);
  assert.match(viewed.stdout, /\nStep 2 · [\s\S]*execute_command: no result[\s\S]*sleep 60/);
  const verified = await scene.cli(["verify", scene.bundle]);
  assert.deepEqual([verified.code, verified.stdout], [1, "✗ journal.jsonl: the run has no recorded end\n"]);
});

/** One file that could not be written cost all that came after it, the outcome among them. */
test("a view that cannot be written is reported, and changes nothing else", async () => {
  await using scene = await createScene();
  for (const name of ["session.json", "context.jsonl"]) mkdirSync(join(scene.bundle, name), { recursive: true });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  const path = join(scene.bundle, "session.json");
  assert.ok(
    stderr.includes(`warning: A file of the bundle could not be written: ${path}: illegal operation on a direct`),
  );
  assert.match(stderr, /^warning: The context\.jsonl view failed and is left out from here on: /m);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "completed");
  assert.match(readFileSync(join(scene.bundle, "transcript.md"), "utf8"), /## Outcome: completed/);
});

/** The patch was short of them without a word. */
test("files that the patch cannot hold are named in log and transcript, and the run is no success", async () => {
  const files = {
    ...FILES,
    ".github/kimi-policy.yml": POLICY.replace("default: defer", "default: approve"),
    ".gitmodules": '[submodule "a"]\n\tpath = a\n\turl = ../a\n',
  };
  await using scene = await createScene({
    replies: [command("rm src/add.js && mkfifo src/add.js"), { text: "done" }],
    files,
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1, stderr);
  const { outcome, reason, leftOut } = outcomeOf(scene.bundle);
  const named = "Not in the patch: src/add.js (git cannot store it).";
  assert.deepEqual(
    { outcome, reason, leftOut },
    {
      outcome: "failed",
      reason: `The model finished without changing a file that a patch can hold. ${named}`,
      leftOut: ["src/add.js"],
    },
  );
  const expected = ["src/add.js is left out of the snapshots: git cannot store it."];
  const warnings = eventsOf(scene.bundle).flatMap((event) => (event.type === "warning" ? [event.text] : []));
  assert.deepEqual(warnings, expected);
  for (const text of expected) assert.ok(stderr.includes(`! ${text}`), stderr);
});

test("a run whose model writes only nonsense is stuck", async () => {
  await using scene = await createScene({
    replies: Array.from({ length: 4 }, (_, n) => ({ calls: [{ name: "fly", arguments: { n } }] })),
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1);
  assert.match(stderr, /■ stuck: 4 steps in a row contained only mistakes of the model\./);
});

test("a sandbox below the policy's minimum is refused", async () => {
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY.replace("minimum: none", "minimum: sealed") },
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 5);
  assert.match(
    stderr,
    /^error: The policy demands a sandbox of at least sealed; this one is none\. Leave --sandbox none out/,
  );
  const path = process.env["PATH"]!.split(":")
    .filter((folder) => !folder.startsWith("/usr") && folder !== "/bin")
    .join(":");
  using tools = temporaryDir();
  const { symlinkSync } = await import("node:fs");
  const { execFileSync } = await import("node:child_process");
  for (const name of ["git", "bash"])
    symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(tools.dir, name));
  const without = await runCli(["run", "x", "--model", "openai/m", "--api-key", "k"], {
    cwd: scene.repository.dir,
    env: { PATH: `${tools.dir}:${path}` },
  });
  assert.equal(without.code, 5);
  assert.match(
    without.stderr,
    /^error: No sealed cell: bubblewrap \(bwrap\) is not installed\. Install it: `sudo apt-get install -y bubblewrap`\./,
  );
});

test("a reader of standard output that goes away does not lose the work", async () => {
  await using scene = await createScene();
  const { code } = await scene.run(["--output", "stream-json"], {
    onStart: (child) => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  });
  assert.equal(code, 0);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "completed");
});
