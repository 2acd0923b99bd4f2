/** Going on with a stopped session: an answer is used once, and only where nothing changed. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { temporaryDir, type CliEnd } from "../../doubles/cli.ts";
import { nap, survivors } from "../../doubles/processes.ts";
import { createScene, FILES, FIX, POLICY } from "../harness.ts";

const ALL = ["--approve", "all", "--sandbox", "none"];
const command = (text: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command: text } }] });

/** Both processes once read the same approval as unused, ran the command twice and left a journal of two minds. */
test("of two resumes at the same time one continues, the other is refused, and the action runs once", async () => {
  await using scene = await createScene({
    replies: [command("echo ran >> src/count.txt; touch src/up; sleep 1"), { text: "ok" }],
    files: FILES,
  });
  await scene.run();
  let other: Promise<CliEnd> | undefined;
  const first = await scene.cli(["resume", scene.bundle, ...ALL], {
    onStderr: (text) => {
      if (text.includes("▸ run echo")) other ??= scene.cli(["resume", scene.bundle, ...ALL]);
    },
  });
  const second = await other;
  assert.equal(first.code, 0, first.stderr);
  assert.equal(second?.code, 2);
  assert.match(
    second?.stderr ?? "",
    /^error: Another process is working on this session: \d+ on \S+\. Wait for it, or delete /,
  );
  assert.equal(scene.repository.read("src/count.txt"), "ran\n");
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
  assert.ok(!readdirSync(scene.bundle).includes("session.lock"));
});

/** Of a bundle that cannot be written the process once stayed for ever, idle, with its cell open. */
test("a lock that was left behind is reported, with its file; a bundle that cannot be written ends the process", async () => {
  await using scene = await createScene({ replies: [command("npm install left-pad")] });
  await scene.run();
  const lock = join(scene.bundle, "session.lock");
  writeFileSync(lock, "4711");
  const { code, stderr } = await scene.cli(["resume", scene.bundle, ...ALL]);
  assert.deepEqual(
    [code, stderr],
    [
      2,
      `error: Another process is working on this session: 4711. Wait for it, or delete ${lock} if it no longer runs.\n`,
    ],
  );
  rmSync(lock);
  mkdirSync(`${lock}.next`);
  let hung: NodeJS.Timeout | undefined;
  const end = await scene.cli(["resume", scene.bundle, ...ALL], {
    onStart: (child) => (hung = setTimeout(() => child.kill("SIGKILL"), 20_000)),
  });
  clearTimeout(hung);
  assert.deepEqual({ code: end.code, signal: end.signal }, { code: 1, signal: null }, end.stderr);
  assert.match(end.stderr, /EISDIR/);
});

/** Inside a clone, with the old folder still there, it wrote into the old one; on another path no option named the place. */
test("a session moves with its bundle: a clone and a moved checkout are named, and only then changed", async () => {
  const edit = { name: "write_to_file", arguments: { path: "src/new.txt", content: "new\n" } };
  const replies = [command("node -e 0"), { calls: [edit] }, command("node -e 1"), { text: "ok" }];
  await using scene = await createScene({ replies });
  await scene.run();
  const own = scene.repository.dir;
  using place = temporaryDir();
  const [clone, moved] = [join(realpathSync(place.dir), "clone"), join(realpathSync(place.dir), "moved")];
  execFileSync("git", ["clone", "-q", own, clone]);
  const resume = async (cwd: string, ...args: readonly string[]): Promise<CliEnd> =>
    await scene.cli(["resume", scene.bundle, ...ALL, ...args], { cwd });
  const refused = await resume(join(clone, "src"));
  const which = `error: The session would change the checkout ${own}; this is ${clone}.`;
  const told = `${which} Give --cwd ${own} for that one, or --cwd ${clone} for this one.\n`;
  assert.deepEqual([refused.code, refused.stderr], [2, told]);
  const there = await resume(clone, "--cwd", ".");
  assert.equal(there.code, 4, there.stderr);
  assert.equal(readFileSync(join(clone, "src/new.txt"), "utf8"), "new\n");
  assert.ok(!existsSync(join(own, "src/new.txt")));
  assert.match(there.stderr, new RegExp(`answer: .* resume .* --sandbox none --cwd ${clone}$`, "m"));
  assert.ok(scene.server.requests.at(-1)?.body.includes(`The workspace is now ${clone}, and not ${own}: `));

  renameSync(clone, moved);
  rmSync(own, { recursive: true });
  const gone = `error: The session's checkout is no longer in ${own}.`;
  assert.equal((await resume("/")).stderr, `${gone} Name where it is now with --cwd.\n`);
  assert.equal((await resume(moved)).stderr, `${gone} Give --cwd ${moved} to continue in this one.\n`);
  const last = await resume("/", "--cwd", moved);
  assert.equal(last.code, 0, last.stderr);
});

test("a held edit is carried out after the answer: the resumed session knows what was read", async () => {
  const policy = POLICY.replace('write: ["src/**"]', 'write: ["other/**"]');
  await using scene = await createScene({ replies: FIX, files: { ...FILES, ".github/kimi-policy.yml": policy } });
  await scene.run();
  const { code, stderr } = await scene.cli(["resume", scene.bundle, ...ALL]);
  assert.equal(code, 0, stderr);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
  assert.deepEqual(scene.server.violations, []);
});

/** A resumed run once went on with the provider's default. */
test("a session is resumed with the model and the thinking that it began with, or was last given", async () => {
  const replies = [...["a", "b", "c"].map((name) => command(`npm install ${name}`)), { text: "ok" }];
  await using scene = await createScene({ replies, provider: "kimi" });
  await scene.run(["--model", "kimi/kimi-k3", "--thinking", "high"]);
  const resume = ["resume", scene.bundle, "--reject", "all", "--why", "not now", "--sandbox", "none"];
  await scene.cli(resume);
  await scene.cli([...resume, "--model", "kimi/kimi-k3.1-pro", "--thinking", "low"]);
  const { code, stderr } = await scene.cli(resume);
  assert.equal(code, 0, stderr);
  const asked = scene.server.requests.map(({ json }) => {
    const { model, reasoning_effort: effort } = json as { model?: string; reasoning_effort?: string };
    return [model, effort];
  });
  assert.deepEqual(asked, [
    ["kimi-k3", "high"],
    ["kimi-k3", "high"],
    ["kimi-k3.1-pro", "low"],
    ["kimi-k3.1-pro", "low"],
  ]);
});

test("two held actions are answered together or not at all", async () => {
  const two = { calls: ["a", "b"].map((name) => command(`npm install ${name}`).calls![0]!) };
  await using scene = await createScene({ replies: [two, { text: "ok" }] });
  const { stderr } = await scene.run();
  const [a = "", b = ""] = [...stderr.matchAll(/--approve ([0-9a-f]{12})/g)].map(([, digest]) => digest);
  const answer = async (...args: readonly string[]) => {
    const end = await scene.cli(["resume", scene.bundle, ...args, "--sandbox", "none"]);
    return [end.code, /^error: (.+?) Held: /.exec(end.stderr)?.[1]];
  };
  assert.deepEqual(await answer("--approve", a), [2, "Every held action needs an answer."]);
  assert.deepEqual(await answer("--approve", a, "--reject", a), [2, `${a} is answered twice.`]);
  assert.deepEqual(await answer("--approve", a.slice(0, 7), "--reject", b), [
    2,
    `No single held action has the digest ${a.slice(0, 7)}.`,
  ]);
  assert.deepEqual(await answer("--reject", a, "--reject", b, "--why", "not these"), [0, undefined]);
  assert.equal(scene.server.requests.length, 2);
});

const NO_WALLS = ["--sandbox", "none"];

test("after a limit the session is resumed with a higher one, up to the policy's limit, and told of changes meanwhile", async () => {
  await using scene = await createScene();
  const stopped = await scene.run(["--max-steps", "2"]);
  assert.equal(stopped.code, 3);
  assert.match(stopped.stderr, /■ limit_steps: The limit of 2 model calls is reached\./);
  assert.equal(scene.server.requests.length, 2);
  const copy = `${scene.bundle}-copy`;
  cpSync(scene.bundle, copy, { recursive: true });
  assert.match(
    readFileSync(join(scene.bundle, "changes.patch"), "utf8"),
    /^\+export const add = \(a, b\) => a \+ b;$/m,
  );
  const page = join(scene.bundle, "report.html");
  const earlier = readFileSync(page);
  const spent = await scene.cli(["resume", scene.bundle, ...NO_WALLS]);
  assert.deepEqual(
    [spent.code, spent.stderr],
    [
      2,
      "error: The session has used its 2 steps. Give more with --max-steps, up to the policy's limit; limits span the whole session.\n",
    ],
  );
  const more = await scene.cli(["resume", scene.bundle, "--max-steps", "101", ...NO_WALLS]);
  assert.match(more.stderr, /^error: --max-steps 101 is above the policy's limit of 100\./);
  scene.repository.write("src/other.js", "changed by hand\n");
  const { code, stderr } = await scene.cli(["resume", scene.bundle, "--max-steps", "3", ...NO_WALLS]);
  assert.equal(code, 0, stderr);
  assert.equal(scene.server.requests.length, 3);
  assert.match(String(scene.server.requests.at(-1)?.body), /Files were changed while the run was stopped/);
  const verify = async () => (await scene.cli(["verify", scene.bundle])).code;
  assert.equal(await verify(), 0);
  writeFileSync(page, earlier); // as a process leaves it that was killed at the end
  assert.equal(await verify(), 1);
  assert.equal((await scene.cli(["resume", scene.bundle, ...NO_WALLS])).code, 0);
  assert.equal(await verify(), 0);
  const again = await scene.cli(["resume", scene.bundle, ...NO_WALLS]);
  assert.match(again.stderr, /^error: This session is over: completed\. /);

  scene.repository.git("stash", "--quiet", "--include-untracked");
  const lost = await scene.cli(["resume", copy, "--max-steps", "3", ...NO_WALLS]);
  assert.match(lost.stderr, /What the session had changed is no longer there\./);
});

test("a killed run is resumed with the request that was not answered, and told where its changes are lost", async () => {
  let kill: (() => void) | undefined;
  let isKilled = false;
  await using scene = await createScene({
    replies: (_request, n) => {
      if (n === 3 && !isKilled) {
        isKilled = true;
        kill?.();
        return { stallAfterBytes: 0 };
      }
      return [...FIX.slice(0, 2), FIX[0]!][n] ?? FIX[2]!; // the files after the edit are in a snapshot at the fourth request
    },
  });
  const killed = await scene.run([], { onStart: (child) => (kill = () => child.kill("SIGKILL")) });
  assert.equal(killed.signal, "SIGKILL");
  const copy = `${scene.bundle}-copy`;
  cpSync(scene.bundle, copy, { recursive: true });
  const { code, stderr } = await scene.cli(["resume", scene.bundle, ...NO_WALLS]);
  assert.equal(code, 0, stderr);
  const bodies = scene.server.requests.map(({ body }) => body);
  assert.equal(bodies[3], bodies[4], "the same request again, byte for byte");
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");

  scene.repository.git("checkout", "--", "."); // as where the copy of the killed run was deleted
  const lost = await scene.cli(["resume", copy, ...NO_WALLS]);
  assert.match(lost.stderr, /What the session had changed is no longer there\./);
  assert.match(scene.server.requests.at(-1)?.body ?? "", /before your changes, which were lost\. Make again what/);
});

test("an approval is void when the workspace changed", async () => {
  await using held = await createScene({ replies: [command("npm install left-pad"), { text: "ok" }] });
  await held.run();
  held.repository.write("src/other.js", "changed by hand\n");
  const { code, stderr } = await held.cli(["resume", held.bundle, ...ALL]);
  assert.equal(code, 1);
  assert.match(stderr, /^error: The workspace changed since the session stopped: [0-9a-f]{12} is now [0-9a-f]{12}\./);
});

test("a session that stopped before its task was recorded cannot be resumed", async () => {
  await using scene = await createScene({ replies: [] });
  const { code, stderr } = await scene.cli(["resume", "/nowhere", ...NO_WALLS]);
  assert.equal(code, 2);
  assert.match(stderr, /^error: No bundle here: \/nowhere/);
});

/** The bound was once forgotten, and so was what a skill had made of the words. */
test("a Ralph loop is resumed with its prompt and its limit", async () => {
  const skill = "---\nname: tidy\ndescription: Tidies.\n---\nTidy up $ARGUMENTS.";
  await using scene = await createScene({
    files: { ...FILES, ".kimi/skills/tidy/SKILL.md": skill },
    replies: [
      command("npm install left-pad"),
      { text: "One." },
      { text: "<choice>CONTINUE</choice>" },
      { text: "<choice>CONTINUE</choice>" },
    ],
  });
  const options = ["--model", "openai/test-model", "--bundle", scene.bundle, "--sandbox", "none"];
  await scene.cli(["run", "/skill:tidy src", "--max-ralph-iterations", "1", ...options]);
  const { code, stderr } = await scene.cli([
    "resume",
    scene.bundle,
    "--reject",
    "all",
    "--why",
    "no",
    "--sandbox",
    "none",
  ]);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /The flow made 3 moves without an end\./);
  const said = scene.server.requests.map(({ json }) => {
    const { messages } = json as { readonly messages: readonly { readonly role: string; readonly content: string }[] };
    return messages.findLast(({ role }) => role === "user")?.content.split("\n")[0];
  });
  assert.deepEqual(said, [...Array.from({ length: 4 }, () => "Tidy up src."), "# Record"]);
});

test("the Ralph loop repeats a text, and a command is refused", async () => {
  await using scene = await createScene({ replies: [] });
  const options = ["--model", "openai/test-model", "--bundle", scene.bundle, "--sandbox", "none"];
  const { code, stderr } = await scene.cli(["run", "/help", "--max-ralph-iterations", "1", ...options]);
  assert.equal(code, 2, stderr);
  assert.match(stderr, /The Ralph loop repeats a prompt, and \/help is a command\./);
});

test("a run that was killed after it recorded its end is finished: its bundle is completed, and the exit code is the run's", async () => {
  await using scene = await createScene();
  const first = await scene.run();
  const views = ["outcome.json", "session.json", "transcript.md", "report.html"].map((name) =>
    join(scene.bundle, name),
  );
  const read = (): unknown[] =>
    views.map((path) => readFileSync(path, "utf8")).map((text, at) => (at < 2 ? JSON.parse(text) : text));
  const whole = read();
  rmSync(views[0] ?? "");
  writeFileSync(views[2] ?? "", "# half a transc");
  const requests = scene.server.requests.length;
  const again = await scene.cli(["resume", scene.bundle, "--sandbox", "none"]);
  assert.deepEqual([again.code, scene.server.requests.length], [first.code, requests], again.stderr);
  assert.match(again.stderr, /^The run had ended: completed: The model finished\. Its bundle is complete now\./);
  assert.deepEqual(read(), whole);
  assert.equal((await scene.cli(["resume", scene.bundle])).code, 2);
});

test("a model that ends its turn to wait for a background command is told of its end, and the run has its work", async () => {
  const build = "sleep 0.5; echo built > built.txt";
  const policy = POLICY.replace('exec: ["sh test', `exec: ["sleep **", "echo **", "sh test`).replace(
    "rules:",
    'rules:\n  - { id: out, approve: { write: ["built.txt"] } }',
  );
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [
      { calls: [{ name: "execute_command", arguments: { command: build, run_in_background: true } }] },
      { text: "The build runs; the rest follows when it is done." },
      { text: "It is built." },
    ],
  });
  const { code, stderr } = await scene.run([]);
  assert.deepEqual([code, scene.server.requests.length], [0, 3], stderr);
  assert.match(JSON.stringify(scene.server.requests[2]?.json), /Background command bg1 has ended: exit 0/);
  assert.match(stderr, /completed/);
  assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical/);
});

test("a background command ends with its run; the resumed run tells the model, and all of it replays", async () => {
  const sleep = nap(64.3);
  const policy = POLICY.replace('exec: ["sh test', `exec: ["${sleep}", "sh test`).replace(
    "none,",
    "none, on_timeout: background,",
  );
  const look: DoubleReply = { calls: [{ name: "background_command", arguments: { action: "output", id: "bg1" } }] };
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [
      { calls: [{ name: "execute_command", arguments: { command: sleep, timeout: 1 } }] },
      look,
      { text: "It has ended with the run." },
    ],
  });
  assert.equal((await scene.run(["--max-steps", "2"])).code, 3);
  assert.deepEqual(await survivors(sleep), []);
  const second = await scene.cli(["resume", scene.bundle, "--sandbox", "none", "--max-steps", "9"]);
  assert.equal(second.code, 0, second.stderr);
  const told = (n: number): string => JSON.stringify(scene.server.requests[n]?.json);
  assert.match(told(1), /not done after 1 s: it goes on in the background as bg1/);
  assert.match(told(2), /\[bg1: running\]/);
  assert.match(told(2), /background commands have ended \(bg1\)/);
  assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical/);
});
