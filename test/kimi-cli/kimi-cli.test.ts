/**
 * The published Kimi CLI reads what this program leaves behind: its types take every line of the wire, its replay, titles, ACP and export
 * read it, it continues the contexts, and its own sessions are imported. KIMI_TESTS=full also plays 20 random sessions and continues
 * each.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { readJournal } from "../../src/session/journal.ts";
import type { JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { createKimiWire } from "../../src/sinks/kimi-wire.ts";
import { renderContext } from "../../src/sinks/context-records.ts";
import { temporaryDir } from "../doubles/cli.ts";
import { startModelServer } from "../doubles/model-server.ts";
import { IS_FULL } from "../doubles/size.ts";
import { CANARY, createScene } from "../e2e/harness.ts";
import { playRandom } from "../replay/play-random.ts";

const INSTALLED = resolve("node_modules/.cache/kimi-cli/bin/python");
const PYTHON = process.env["KIMI_CLI_PYTHON"] ?? INSTALLED;
const skip =
  !existsSync(PYTHON) && `Kimi CLI is not installed: neither KIMI_CLI_PYTHON nor ${INSTALLED} is a Python that has it`;

/** One process of Kimi CLI with a home of its own: its start takes most of the time. */
function startKimi() {
  const home = temporaryDir();
  const at = (name: string): string => join(home.dir, name);
  for (const name of ["work", "share"]) mkdirSync(at(name));
  const env = { PATH: process.env["PATH"], HOME: home.dir, KIMI_SHARE_DIR: at("share") };
  const stdio = ["pipe", "pipe", "pipe"] as const;
  const child = spawn(PYTHON, [join(import.meta.dirname, "driver.py")], { cwd: at("work"), env, stdio: [...stdio] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed = (printed + text).slice(-2000)));
  const ask = async (request: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = (await lines.next()) as { readonly value?: string };
    assert.ok(value !== undefined, `Kimi CLI ended: ${printed}`);
    return JSON.parse(value) as unknown;
  };
  return {
    at,
    /** What its readers make of a session. */
    read: async (name: string, records: readonly JournalRecord[]) =>
      (await ask({ read: writeSession(at(name), records) })) as Reading,
    /** `kimi --quiet`, by the program that the package's command no longer starts. Without a server, the model says these scripts. */
    run: async (words: readonly string[], model: { readonly url: string } | readonly string[]) => {
      const [type, url] = "url" in model ? ["kimi", model.url] : ["_scripted_echo", ""];
      if (!("url" in model)) writeFileSync(at("script"), JSON.stringify(model));
      writeFileSync(
        at("config.toml"),
        `default_model = "m"
telemetry = false
models.m = { provider = "p", model = "test-model", max_context_size = 10000000 }
[providers.p]
type = "${type}"
base_url = "${url}"
api_key = "${CANARY}"
env = { KIMI_SCRIPTED_ECHO_SCRIPTS = "${at("script")}" }
`,
      );
      return await ask({ kimi: ["--config-file", at("config.toml"), "--quiet", ...words] });
    },
    [Symbol.dispose]: () => {
      child.kill();
      home[Symbol.dispose]();
    },
  };
}

/** Makes the folder of a session as Kimi CLI has it. */
function writeSession(dir: string, records: readonly JournalRecord[]): string {
  const fold = createKimiWire({ isPure: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "context.jsonl"), renderContext(records));
  writeFileSync(join(dir, "wire.jsonl"), [...records.flatMap(fold.record), ...fold.rest()].join(""));
  return dir;
}

/** What driver.py says of a session. */
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

/** What must hold of a session whose prompts were these. */
function check(name: string, { records, reading }: { records: readonly JournalRecord[]; reading: Reading }): void {
  const begun = records.filter(({ event }) => event.type === "turn.begin" && event.input !== "");
  const prompts = begun.flatMap(({ event }) => (event.type === "turn.begin" ? [event.input] : []));
  const { title, asked, last, acp, shown, roles, ...problems } = reading;
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

const running = skip === false ? startKimi() : undefined;
after(() => running?.[Symbol.dispose]());

function kimiCli(): ReturnType<typeof startKimi> {
  assert.ok(running !== undefined);
  return running;
}

const HELD = "Error: not run: a person must first approve or reject the calls of this message.";

test("Kimi CLI reads every recorded session, and continues one that waits for a person", { skip }, async () => {
  const kimi = kimiCli();
  const journals = globSync(join(import.meta.dirname, "../replay/*/journal.jsonl")).toSorted();
  const sessions = journals.map((file) => ({ name: basename(dirname(file)), records: readJournal(file).records }));
  const deferred = sessions.find(({ name }) => name === "deferral-approved")?.records ?? [];
  const upTo = (type: WireEvent["type"]) =>
    deferred.slice(0, deferred.findIndex(({ event }) => event.type === type) + 1);
  const cut = [
    { name: "waiting", records: upTo("session.end") }, // as the run left it, before anyone answered
    { name: "killed-in-a-call", records: upTo("tool.begin") },
  ];
  for (const { name, records } of [...sessions, ...cut])
    check(name, { records, reading: await kimi.read(name, records) });

  const server = await startModelServer({ replies: [{ text: "Understood." }], apiKey: CANARY });
  assert.deepEqual(await kimi.run(["-r", "waiting", "-p", "go on"], server), { code: 0, said: "Understood." });
  await server.close();
  assert.deepEqual(
    messagesOf(server.requests[0]?.json).map(({ role, content }) => (role === "tool" ? content : role)),
    ["system", "user", "assistant", HELD, HELD, "user"],
  );
  assert.deepEqual(server.violations, []);
});

test("a session of Kimi CLI is imported whole", { skip }, async () => {
  const kimi = kimiCli();
  writeFileSync(kimi.at("work/a.txt"), "one\ntwo\n");
  const calls = [
    { name: "ReadFile", arguments: { path: "a.txt" } },
    { name: "StrReplaceFile", arguments: { path: "a.txt", edit: { old: "two", new: "three" } } },
    { name: "ReadFile", arguments: { path: "b.txt" } },
  ];
  const steps = calls.map(({ name, arguments: input }, id) => {
    const call = { id: `c${id}`, name, arguments: JSON.stringify(input) };
    return `think: Hm.\ntext: I call ${name}.\ntool_call: ${JSON.stringify(call)}`;
  });
  const words = ["--session", "from-kimi", "-p", "three, please"];
  assert.deepEqual(await kimi.run(words, [...steps, "text: Done."]), { code: 0, said: "Done." });
  assert.equal(readFileSync(kimi.at("work/a.txt"), "utf8"), "one\nthree\n");
  const [session = ""] = globSync(kimi.at("share/sessions/*/from-kimi/context.jsonl"));
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

const skipRandom = skip === false ? !IS_FULL && "KIMI_TESTS=full plays them" : skip;

test("Kimi CLI reads and continues random sessions", { skip: skipRandom }, async () => {
  const kimi = kimiCli();
  for (let seed = 1; seed <= 20; seed += 1) {
    const name = `random-${seed}`;
    const records = await playRandom(seed, async (bundle, said) => {
      const journal = readJournal(join(bundle, "journal.jsonl"));
      assert.equal(journal.problem, undefined, said);
      return journal.records;
    });
    check(name, { records, reading: await kimi.read(name, records) });
    // Not over HTTP: Kimi CLI sends the broken arguments of a call as they came, which the double would refuse.
    const end = await kimi.run(["-r", name, "-p", "go on"], ["text: Understood."]);
    assert.deepEqual(end, { code: 0, said: "Understood." }, name);
  }
});

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
