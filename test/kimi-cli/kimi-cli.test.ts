/**
 * The published Kimi CLI reads what this program leaves behind: its types take every line of the wire, its replay, titles, ACP and export
 * read it, it continues the contexts, and its own sessions are imported. `KIMI_CLI_PYTHON` names the Python of an environment with the
 * package `kimi-cli`; KIMI_TESTS=full also plays 20 random sessions and continues each.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { readJournal } from "../../src/session/journal.ts";
import type { JournalRecord } from "../../src/protocol/wire.ts";
import { createKimiWire } from "../../src/sinks/kimi-wire.ts";
import { renderContext } from "../../src/sinks/context-records.ts";
import { temporaryDir } from "../doubles/cli.ts";
import { startModelServer } from "../doubles/model-server.ts";
import { IS_FULL } from "../doubles/size.ts";
import { CANARY, createScene } from "../e2e/harness.ts";
import { playRandom } from "../replay/play-random.ts";

const PYTHON = process.env["KIMI_CLI_PYTHON"];
const skip = PYTHON === undefined && "KIMI_CLI_PYTHON names no Python with the package kimi-cli";

/** Standard output of a Python program in Kimi CLI's environment, with a home of its own. */
async function python(home: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: home, KIMI_SHARE_DIR: join(home, "share") };
  const options = { env, cwd: join(home, "work"), maxBuffer: 2 ** 28 };
  return (await promisify(execFile)(PYTHON ?? "", args, options)).stdout;
}

/** Makes the folder of a session as Kimi CLI has it. */
function writeSession(dir: string, records: readonly JournalRecord[]): string {
  const fold = createKimiWire({ isPure: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "context.jsonl"), renderContext(records));
  writeFileSync(join(dir, "wire.jsonl"), [...records.flatMap(fold.record), ...fold.rest()].join(""));
  return dir;
}

/** What read-sessions.py prints of a session. */
interface Reading {
  readonly refused: readonly string[];
  readonly outside: readonly string[];
  readonly unanswered: readonly string[];
  readonly warnings: readonly string[];
  readonly title: string;
  readonly asked: readonly string[];
  readonly roles: readonly string[];
  readonly acp: readonly string[];
  readonly last: number | null;
  readonly shown: string;
}

async function readings(home: string, folders: readonly string[]): Promise<readonly Reading[]> {
  const printed = await python(home, [join(import.meta.dirname, "read-sessions.py"), join(home, "work"), ...folders]);
  return printed
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Reading);
}

/** What must hold of a session whose prompts were these. */
function check(
  name: string,
  { records, reading }: { records: readonly JournalRecord[]; reading: Reading | undefined },
): void {
  const begun = records.filter(({ event }) => event.type === "turn.begin" && event.input !== "");
  const prompts = begun.flatMap(({ event }) => (event.type === "turn.begin" ? [event.input] : []));
  const { title, asked, last, acp, shown, roles, ...problems } = reading ?? ({} as Reading);
  assert.deepEqual(problems, { refused: [], outside: [], unanswered: [], warnings: [] }, name);
  const messages = renderContext(records)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(`{"role":"_`));
  assert.deepEqual(
    roles,
    messages.map((line) => (JSON.parse(line) as { readonly role: string }).role),
    name,
  );
  assert.deepEqual(
    [title, asked, last],
    [prompts[0], prompts.slice(-5), Date.parse(begun.at(-1)?.time ?? "") / 1000],
    name,
  );
  assert.ok(acp.length > 0 && shown !== "", name);
}

interface Asked {
  readonly words: readonly string[];
  /** A model server. Without one the model says what the file `script` says. */
  readonly url?: string;
}

/** `kimi --quiet`, by the program that the package's command no longer starts. */
async function kimi(home: string, { words, url }: Asked): Promise<string> {
  const [type, env] = url === undefined ? ["_scripted_echo", join(home, "script")] : ["kimi", ""];
  writeFileSync(
    join(home, "config.toml"),
    `default_model = "m"
telemetry = false
models.m = { provider = "p", model = "test-model", max_context_size = 10000000 }
[providers.p]
type = "${type}"
base_url = "${url ?? ""}"
api_key = "${CANARY}"
env = { KIMI_SCRIPTED_ECHO_SCRIPTS = "${env}" }
`,
  );
  const start = "import sys; from kimi_cli.__main__ import run_original_cli; sys.exit(run_original_cli(sys.argv[1:]))";
  return await python(home, ["-c", start, "--config-file", join(home, "config.toml"), "--quiet", ...words]);
}

function createHome() {
  const temporary = temporaryDir();
  mkdirSync(join(temporary.dir, "work"));
  mkdirSync(join(temporary.dir, "share"));
  return temporary;
}

test("Kimi CLI reads every recorded session, and continues one that waits for a person", { skip }, async () => {
  using home = createHome();
  const journals = globSync(join(import.meta.dirname, "../replay/*/journal.jsonl")).toSorted();
  const sessions = journals.map((file) => {
    const { records } = readJournal(file);
    return { name: basename(dirname(file)), records };
  });
  // As the run left it before anyone answered.
  const deferred = sessions.find(({ name }) => name === "deferral-approved")?.records ?? [];
  const end = deferred.findIndex(({ event }) => event.type === "session.end");
  const killed = deferred.findIndex(({ event }) => event.type === "tool.begin");
  const all = [
    ...sessions,
    { name: "waiting", records: deferred.slice(0, end + 1) },
    { name: "cut-in-a-call", records: deferred.slice(0, killed + 1) },
  ];
  const folders = all.map(({ name, records }) => writeSession(join(home.dir, "from", name), records));
  const read = await readings(home.dir, folders);
  for (const [at, { name, records }] of all.entries()) check(name, { records, reading: read[at] });

  await using server = await startServer("Understood.");
  assert.equal(
    (await kimi(home.dir, { url: server.url, words: ["-r", "waiting", "-p", "go on"] })).trim(),
    "Understood.",
  );
  const sent = messagesOf(server.requests[0]?.json);
  assert.deepEqual(
    sent.map(({ role }) => role),
    ["system", "user", "assistant", "tool", "tool", "user"],
  );
  assert.deepEqual(
    sent.slice(-3).map(({ content }) => content),
    [HELD, HELD, "go on"],
  );
  assert.deepEqual(server.violations, []);
});

const HELD = "Error: not run: a person must first approve or reject the calls of this message.";

test("a session of Kimi CLI is imported whole", { skip }, async () => {
  using home = createHome();
  writeFileSync(join(home.dir, "work", "a.txt"), "one\ntwo\n");
  const calls = [
    { name: "ReadFile", arguments: { path: "a.txt" } },
    { name: "StrReplaceFile", arguments: { path: "a.txt", edit: { old: "two", new: "three" } } },
    { name: "ReadFile", arguments: { path: "b.txt" } },
  ];
  const steps = calls.map(({ name, arguments: input }, id) => {
    const call = { id: `c${id}`, name, arguments: JSON.stringify(input) };
    return `think: Hm.\ntext: I call ${name}.\ntool_call: ${JSON.stringify(call)}`;
  });
  writeFileSync(join(home.dir, "script"), JSON.stringify([...steps, "text: Done."]));
  assert.equal((await kimi(home.dir, { words: ["-p", "three, please"] })).trim(), "Done.");
  assert.equal(readFileSync(join(home.dir, "work", "a.txt"), "utf8"), "one\nthree\n");
  const [session = ""] = globSync(join(home.dir, "share/sessions/*/*/context.jsonl"));
  const lines = readFileSync(session, "utf8").trimEnd().split("\n");
  const theirs = lines.map((line) => JSON.parse(line) as Sent).filter(({ role }) => !role.startsWith("_"));

  await using scene = await createScene({ replies: [{ text: "Fine." }] });
  const options = ["--model", "openai/test-model", "--bundle", scene.bundle, "--sandbox", "none"];
  const { code, stderr } = await scene.cli(["import", session, "go on", ...options]);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /left out/);
  const spoken = ({ role, content, tool_calls: called = [] }: Sent) => [
    role,
    textOf(content),
    called.map((one) => one.function),
  ];
  const [, ...ours] = messagesOf(scene.server.requests[0]?.json).map(spoken);
  const asked = theirs.filter(({ content }) => !textOf(content).startsWith("<system>CHECKPOINT")).map(spoken);
  assert.equal(asked.length, 8);
  assert.deepEqual(ours, [...asked, ["user", "go on", []]]);
  assert.deepEqual(scene.server.violations, []);
});

test(
  "Kimi CLI reads and continues random sessions",
  { skip: skip || (!IS_FULL && "KIMI_TESTS=full plays them") },
  async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      using home = createHome();
      await playRandom(seed, async (bundle, said) => {
        const { records, problem } = readJournal(join(bundle, "journal.jsonl"));
        assert.equal(problem, undefined, said);
        const folder = writeSession(join(home.dir, "from", `random-${seed}`), records);
        const [reading] = await readings(home.dir, [folder]);
        check(`random-${seed}`, { records, reading });
        // Kimi CLI sends the broken arguments of a call as they came, which the double would refuse.
        writeFileSync(join(home.dir, "script"), '["text: Understood."]');
        const words = ["-r", `random-${seed}`, "-p", "go on"];
        assert.equal((await kimi(home.dir, { words })).trim(), "Understood.", `random-${seed}`);
      });
    }
  },
);

interface Sent {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly { readonly function: object }[];
}

function messagesOf(json: unknown): readonly Sent[] {
  return (json as { readonly messages: readonly Sent[] }).messages;
}

function textOf(content: Sent["content"]): string {
  return typeof content === "string" ? content : (content ?? []).flatMap(({ text }) => text ?? []).join("\n");
}

async function startServer(text: string) {
  const server = await startModelServer({ replies: () => ({ text }), apiKey: CANARY });
  return { ...server, [Symbol.asyncDispose]: server.close };
}
